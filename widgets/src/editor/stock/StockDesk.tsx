import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import styles from '../desk/desk.module.css';
import { Lists } from '../desk/Lists.tsx';
import { useTyped } from '../desk/useTyped.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { CountMode } from './CountMode.tsx';
import { LowField } from './LowField.tsx';
import { StockLine } from './StockLine.tsx';
import { StockTable } from './StockTable.tsx';
import { type Page, STOCK, VIEWS, type View } from './stock.ts';
import { c } from './text.ts';

type Counts = components['schemas']['StockCounts'];

/** How often the list is asked for anew while it is looked at, in milliseconds: orders take away from it. */
const AGAIN = 20_000;

/** What is counted: every variant by title, by how much is left and by words, changed in its place or by a table. */
export function StockDesk() {
  const [view, setView] = useState<View>('ALL');
  const [typed, setTyped, text] = useTyped();
  const [isCounting, setIsCounting] = useState(false);
  const counts = useQuery({
    queryKey: ['inventory', 'counts'],
    queryFn: () => call<Counts>('GET', `${STOCK}/counts`),
    refetchInterval: AGAIN,
  });
  const variants = useInfiniteQuery({
    queryKey: ['inventory', 'list', view, text],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => call<Page>('GET', STOCK, { query: { view, text, cursor: pageParam } }),
    getNextPageParam: (page) => page.nextPageCursor ?? undefined,
    refetchInterval: AGAIN,
  });
  const all = variants.data?.pages.flatMap((page) => page.variants) ?? [];
  const count = (one: View): string => {
    const found = counts.data?.views.find((each) => each.view === one);
    return found ? ` ${found.variants}${found.isMore ? '+' : ''}` : '';
  };
  if (isCounting) return <CountMode onEnd={() => setIsCounting(false)} />;
  return (
    <section aria-label={t('inventory.title')} className={ui.stack}>
      <div className={ui.actions}>
        <Button icon="phone" onPress={() => setIsCounting(true)}>
          {c('begin')}
        </Button>
      </div>
      <TextField
        label={t('desk.search')}
        help={t('inventory.searchHelp')}
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={200}
      />
      <Lists
        label={t('inventory.lists')}
        views={VIEWS}
        shown={view}
        name={(one) => `${t(`inventory.view.${one}`)}${count(one)}`}
        onChoose={setView}
      />
      {variants.isPending ? <Loading /> : null}
      {variants.isError ? <CannotLoad retry={() => void variants.refetch()} /> : null}
      {variants.data && all.length === 0 ? <p>{t('inventory.none')}</p> : null}
      <ul className={styles.list}>
        {all.map((row) => (
          <StockLine key={`${row.itemId} ${row.sku}`} row={row} />
        ))}
      </ul>
      {variants.hasNextPage ? (
        <Button isDisabled={variants.isFetchingNextPage} onPress={() => void variants.fetchNextPage()}>
          {t('common.more')}
        </Button>
      ) : null}
      {counts.data ? (
        <LowField
          key={String(counts.data.lowAt)}
          label={t('inventory.lowShop')}
          help={t('inventory.lowShopHelp')}
          lowAt={counts.data.lowAt ?? null}
          of={{}}
        />
      ) : null}
      <StockTable />
    </section>
  );
}
