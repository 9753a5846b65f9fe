import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { ANCHORS, type Anchor } from '../core/galleryOptions.ts';
import { named, t } from '../text/words.ts';
import styles from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';

type Props = { label: string; value: string; allowed: readonly string[]; onChange: (value: string) => void };

/** `top` and `top-center` are one place; files write the short one. */
const long = (value: string): Anchor =>
  ANCHORS.find((anchor) => anchor === value) ??
  ANCHORS.find((anchor) => anchor === `${value}-center`) ??
  'bottom-center';
const written = (anchor: Anchor, allowed: readonly string[]): string => {
  const short = anchor.replace(/-center$/, '');
  return allowed.includes(anchor) ? anchor : allowed.includes(short) ? short : anchor;
};

/** Where the words over a picture stand, three by three (E-122). */
export function AnchorField({ label, value, allowed, onChange }: Props) {
  return (
    <div className={ui.field}>
      <span className={ui.label}>{label}</span>
      <ToggleButtonGroup
        aria-label={label}
        className={styles.anchors ?? ''}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[long(value)]}
        onSelectionChange={(keys) => {
          const [key] = [...keys];
          if (key !== undefined) onChange(written(key as Anchor, allowed));
        }}
      >
        {ANCHORS.map((anchor) => (
          <ToggleButton key={anchor} id={anchor} aria-label={named('anchor', anchor)} className={ui.icon ?? ''}>
            <span aria-hidden="true">•</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <span className={ui.help}>{t('gallery.anchorHelp')}</span>
    </div>
  );
}
