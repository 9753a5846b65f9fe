import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import type { Filter } from './filter.ts';

type Props = { filter: Filter; onChange: (part: Partial<Filter>) => void };

/** What narrows a list of orders: the days between which they were placed, and a tag. */
export function FilterForm({ filter, onChange }: Props) {
  const isBackwards = filter.from !== '' && filter.to !== '' && filter.to < filter.from;
  return (
    <div className={ui.stack}>
      <div className={styles.facts}>
        <TextField label={t('desk.from')} type="date" value={filter.from} onChange={(from) => onChange({ from })} />
        <TextField
          label={t('desk.to')}
          type="date"
          value={filter.to}
          onChange={(to) => onChange({ to })}
          error={isBackwards ? t('desk.backwards') : undefined}
        />
        <TextField label={t('desk.tag')} value={filter.tag} onChange={(tag) => onChange({ tag })} maxLength={40} />
      </div>
      <div className={ui.actions}>
        <Button onPress={() => onChange({ from: '', to: '', tag: '' })}>{t('desk.filterNone')}</Button>
      </div>
    </div>
  );
}
