import { Button as Plain } from 'react-aria-components';
import type { JsonObject } from '../core/json.ts';
import { useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import ui from '../ui/ui.module.css';
import { OwnSection, useOwnSections } from './OwnSections.tsx';
import { PRESETS, sectionOf } from './presets.ts';
import styles from './sections.module.css';
import { Thumb } from './Thumb.tsx';
import { w } from './text.ts';

type Props = { onChoose: (section: JsonObject, name: string) => void; onClose: () => void };

/** Finished sections to choose from, each with a small picture of it. */
export function NewSection({ onChoose, onClose }: Props) {
  const { forms } = useSite();
  const own = useOwnSections();
  return (
    <Dialog title={w('choose')} isOpen onClose={onClose} wide>
      {own.length > 0 ? (
        <>
          <h3>{w('own.yours')}</h3>
          <div className={styles.gallery}>
            {own.map(({ path, title }) => (
              <OwnSection key={path} path={path} title={title} onChoose={onChoose} />
            ))}
          </div>
          <h3>{w('own.ready')}</h3>
        </>
      ) : null}
      <div className={styles.gallery}>
        {PRESETS.map((preset) => {
          const section = sectionOf(preset, forms[0]?.id);
          const name = w(`preset.${preset}`);
          return (
            <Plain key={preset} className={styles.preset ?? ''} onPress={() => onChoose(section, name)}>
              <Thumb section={section} />
              {name}
            </Plain>
          );
        })}
      </div>
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  );
}
