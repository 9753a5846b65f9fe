import { useState } from 'react';
import { Button as Plain } from 'react-aria-components';
import { BLOCKS, type BlockGroup, type BlockSpec } from '../core/blocks.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { kindTitle, useOwnKinds } from './kinds.ts';

const GROUPS: readonly BlockGroup[] = ['own', 'basic', 'pictures', 'lists', 'shop', 'social', 'more'];

/** Every kind of block, by what it is for, or found by its name. */
export function NewBlock({ onChoose, onClose }: { onChoose: (spec: BlockSpec) => void; onClose: () => void }) {
  const own = useOwnKinds();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const fits = (spec: BlockSpec) =>
    wanted === '' || spec.name.includes(wanted) || kindTitle(spec).toLowerCase().includes(wanted);
  return (
    <Dialog title={t('blocks.choose')} isOpen onClose={onClose} wide>
      <TextField label={t('common.search')} type="search" value={search} onChange={setSearch} autoFocus />
      {GROUPS.map((group) => {
        const kinds = [...own, ...BLOCKS].filter((spec) => spec.group === group && fits(spec));
        if (kinds.length === 0) return null;
        return (
          <section key={group} className={ui.stack} style={{ gap: '0.4rem' }}>
            <h3 className={ui.heading} style={{ margin: 0 }}>
              {t(`blocks.group.${group}`)}
            </h3>
            <div className={styles.kinds}>
              {kinds.map((spec) => (
                <Plain key={spec.name} className={styles.kind ?? ''} onPress={() => onChoose(spec)}>
                  {kindTitle(spec)}
                </Plain>
              ))}
            </div>
          </section>
        );
      })}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  );
}
