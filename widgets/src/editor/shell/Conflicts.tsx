import { useState } from 'react';
import type { Conflict } from '../core/change.ts';
import type { Json } from '../core/json.ts';
import panel from '../panel/panel.module.css';
import { useSession } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import ui from '../ui/ui.module.css';
import styles from './shell.module.css';

/** A value in words: a text as it is, anything else as the file writes it. */
export const inWords = (value: Json | undefined): string =>
  value === undefined || value === null
    ? t('conflict.nothing')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2);

const keyOf = ({ path, pointer }: Conflict): string => `${path}#${pointer}`;

/** Two have changed the same: both are shown, and the owner chooses. Nothing is written before. */
export function Conflicts({ conflicts, onClose }: { conflicts: readonly Conflict[]; onClose: () => void }) {
  const session = useSession();
  const [chosen, setChosen] = useState<Record<string, 'yours' | 'theirs'>>({});
  const done = conflicts.every((conflict) => chosen[keyOf(conflict)] !== undefined);
  return (
    <Dialog title={t('conflict.title')} isOpen onClose={onClose} wide>
      <p style={{ margin: 0 }}>{t('conflict.help')}</p>
      {conflicts.map((conflict) => {
        const key = keyOf(conflict);
        const choice = (keep: 'yours' | 'theirs') => (
          <div className={styles.side}>
            <strong>{t(`conflict.${keep}`)}</strong>
            <pre>{inWords(conflict[keep])}</pre>
            <Button
              look={chosen[key] === keep ? 'primary' : 'quiet'}
              aria-pressed={chosen[key] === keep}
              onPress={() => setChosen({ ...chosen, [key]: keep })}
            >
              {t(`conflict.keep.${keep}`)}
            </Button>
          </div>
        );
        return (
          <section key={key} className={ui.stack} aria-label={key}>
            <p className={panel.place}>{`${conflict.path} ${conflict.pointer}`}</p>
            <div className={styles.sides}>
              {choice('yours')}
              {choice('theirs')}
            </div>
          </section>
        );
      })}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.later')}</Button>
        <Button
          look="primary"
          isDisabled={!done}
          onPress={() => {
            void session.resolve(conflicts.map((conflict) => ({ conflict, keep: chosen[keyOf(conflict)] ?? 'yours' })));
            onClose();
          }}
        >
          {t('conflict.done')}
        </Button>
      </div>
    </Dialog>
  );
}
