import { t } from '../text/words.ts';
import { IconButton } from './Button.tsx';
import { type Choice, Select } from './fields.tsx';
import rows from './rows.module.css';
import styles from './ui.module.css';

type Props = {
  label: string;
  /** What it means that nothing is chosen. */
  none: string;
  choices: readonly Choice[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  error?: string | undefined;
  pointer?: string;
};

/** Several of a list, each taken out again by its name. */
export function Chosen({ label, none, choices, ids, onChange, error, pointer }: Props) {
  const left = choices.filter(({ value }) => !ids.includes(value));
  return (
    <div className={styles.stack}>
      <Select
        label={label}
        value={null}
        placeholder={ids.length > 0 ? t('common.add') : none}
        choices={left}
        isDisabled={left.length === 0}
        onChange={(id) => onChange([...ids, id])}
        error={error}
        {...(pointer ? { pointer } : {})}
      />
      {ids.length > 0 ? (
        <ul className={rows.plain ?? ''} aria-label={label}>
          {ids.map((id) => {
            const name = choices.find(({ value }) => value === id)?.label ?? id;
            return (
              <li key={id} className={rows.block}>
                <span className={rows.title}>{name}</span>
                <IconButton
                  icon="remove"
                  label={t('list.removeNamed', { name })}
                  onPress={() => onChange(ids.filter((other) => other !== id))}
                />
              </li>
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}
