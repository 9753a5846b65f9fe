import { useQuery } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { DESK } from './desk.ts';
import { type Filter, NARROWED_BY_NOTHING } from './filter.ts';

const Search = lazyPart(() => import('./Search.tsx').then((file) => file.Search));

type Deliveries = components['schemas']['DeskDeliveries'];
type Props = { filter: Filter; onChange: (part: Partial<Filter>) => void };

/** Every way of delivery: no id is called so. */
const EVERY = ' ';

/** What narrows a list of orders: the days between which they were placed, a tag, a product, and a way of delivery. */
export function FilterForm({ filter, onChange }: Props) {
  const ways = useQuery({
    queryKey: ['orders', 'deliveries'],
    queryFn: () => call<Deliveries>('GET', `${DESK}/deliveries`),
  });
  const known = ways.data?.deliveries ?? [];
  const isBackwards = filter.from !== '' && filter.to !== '' && filter.to < filter.from;
  // A way that is not offered any more may still be looked for.
  const isGone = filter.delivery !== '' && known.every(({ id }) => id !== filter.delivery);
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
        <Select
          label={t('desk.way')}
          value={filter.delivery || EVERY}
          choices={[
            { value: EVERY, label: t('desk.wayAny') },
            ...known.map(({ id, name }) => ({ value: id, label: name })),
            ...(isGone ? [{ value: filter.delivery, label: filter.delivery }] : []),
          ]}
          onChange={(value) => onChange({ delivery: value === EVERY ? '' : value })}
        />
      </div>
      {filter.product ? (
        <div className={ui.actions}>
          <span>{t('desk.productIs', { title: filter.productTitle || filter.product })}</span>
          <Button onPress={() => onChange({ product: '', productTitle: '' })}>{t('desk.productAny')}</Button>
        </div>
      ) : (
        <Search onChoose={(product, _sku, productTitle) => onChange({ product, productTitle })} />
      )}
      <div className={ui.actions}>
        <Button onPress={() => onChange(NARROWED_BY_NOTHING)}>{t('desk.filterNone')}</Button>
      </div>
    </div>
  );
}
