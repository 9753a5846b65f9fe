import { useState } from 'react';
import type { Column } from '../sheet/grid.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Switch } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { p } from './text.ts';

const KEPT = 'loggia.editor.table.hidden';

/** The columns that this browser leaves out. */
export function readHidden(): string[] {
  const kept = window.localStorage.getItem(KEPT);
  return kept === null ? ['barcode'] : kept.split(' ').filter(Boolean);
}
export const writeHidden = (hidden: readonly string[]): void => window.localStorage.setItem(KEPT, hidden.join(' '));

type Props = { columns: readonly Column[]; hidden: readonly string[]; onChange: (hidden: string[]) => void };

/** Which columns the table has. */
export function Columns({ columns, hidden, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="settings" onPress={() => setIsOpen(true)}>
        {p('columns')}
      </Button>
      {isOpen ? (
        <Dialog title={p('columns')} isOpen onClose={() => setIsOpen(false)}>
          <p className={ui.help}>{p('columnsHelp')}</p>
          {columns.map(({ id, label }) => (
            <Switch
              key={id}
              label={label}
              isOn={!hidden.includes(id)}
              onChange={(isOn) => onChange(isOn ? hidden.filter((one) => one !== id) : [...hidden, id])}
            />
          ))}
          <div className={ui.actions}>
            <Button look="primary" onPress={() => setIsOpen(false)}>
              {t('common.done')}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
