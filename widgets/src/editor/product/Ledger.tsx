import { useInfiniteQuery } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { moments } from '../text/formats.ts';
import { named, t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

type Ledgers = components['schemas']['ChangesPage'];
type Change = components['schemas']['StockChange'];
const INVENTORY = '/api/commerce/inventory';

/** Why, what was noted, by whom or which order, and when. */
function said({ reason, cause, note, actor, orderNumber, createdOn }: Change): string {
  const why = cause ? t(`inventory.cause.${cause}`) : named('stock', reason);
  return [orderNumber ? `${why} #${orderNumber}` : why, note, actor, when(createdOn)].filter(Boolean).join(' · ');
}

/** Why there are as many as there are, newest first. */
export function Ledger({ itemId, sku, now }: { itemId: string; sku: string; now: number }) {
  const changes = useInfiniteQuery({
    // What is left changes with every line of it.
    queryKey: ['stock', 'ledger', itemId, sku, now],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call<Ledgers>('GET', `${INVENTORY}/changes`, { query: { itemId, sku, cursor: pageParam } }),
    getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
  });
  if (changes.isPending) return <p className={ui.help}>{t('common.loading')}</p>;
  if (changes.isError) return <Problem text={t('errors.results')} retry={() => void changes.refetch()} />;
  const all = changes.data.pages.flatMap((page) => page.changes);
  return (
    <>
      <ul aria-label={t('product.ledger')} className={ui.stack} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {all.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of the ledger never changes its place among the older ones
          <li key={`${one.createdOn} ${index}`} className={ui.help}>
            <strong>{`${one.change > 0 ? '+' : ''}${one.change}`}</strong> {said(one)}
          </li>
        ))}
      </ul>
      {all.length === 0 ? <p className={ui.help}>{t('product.noChanges')}</p> : null}
      {changes.hasNextPage ? <Button onPress={() => void changes.fetchNextPage()}>{t('common.more')}</Button> : null}
    </>
  );
}

const when = (moment: number): string => moments({ dateStyle: 'medium', timeStyle: 'short' }).format(moment);
