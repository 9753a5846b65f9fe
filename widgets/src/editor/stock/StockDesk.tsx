import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../desk/desk.module.css';
import { Lists } from '../desk/Lists.tsx';
import { useTyped } from '../desk/useTyped.ts';
import { l } from '../locations/text.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Later } from '../ui/Later.tsx';
import { Soon } from '../ui/Soon.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { COUNTS, listed } from './asked.ts';
import { CountMode } from './CountMode.tsx';
import { LowField } from './LowField.tsx';
import { BeginLocations } from './locations/Locations.tsx';
import { placeOf, usedOf, useLocations } from './locations/locations.ts';
import { Transfers } from './locations/Transfers.tsx';
import { StockLine } from './StockLine.tsx';
import { StockTable } from './StockTable.tsx';
import { VIEWS, type View } from './stock.ts';
import { c } from './text.ts';

/** How often the list is asked for anew while it is looked at, in milliseconds: orders take away from it. */
const AGAIN = 20_000;

/** What is counted: every variant by title, by how much is left and by words, changed in its place or by a table. */
export function StockDesk() {
  const [view, setView] = useState<View>('ALL');
  const [typed, setTyped, text] = useTyped();
  const [isCounting, setIsCounting] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const [chosen, setChosen] = useState('');
  const known = useLocations();
  const locations = known ?? [];
  const used = usedOf(locations);
  // One that was archived meanwhile is none to look at.
  const location = used.some((one) => one.id === chosen) ? chosen : '';
  const counts = useQuery({ ...COUNTS, refetchInterval: AGAIN });
  const variants = useInfiniteQuery({ ...listed(view, text, location), refetchInterval: AGAIN });
  const all = variants.data?.pages.flatMap((page) => page.variants) ?? [];
  const count = (one: View): string => {
    const found = counts.data?.views.find((each) => each.view === one);
    return found ? ` ${found.variants}${found.isMore ? '+' : ''}` : '';
  };
  if (isCounting) return <CountMode locations={used} at={location} onEnd={() => setIsCounting(false)} />;
  if (isMoving) return <Transfers locations={locations} onEnd={() => setIsMoving(false)} />;
  return (
    <section aria-label={t('inventory.title')} className={ui.stack}>
      <div className={ui.actions}>
        <Button icon="phone" onPress={() => setIsCounting(true)}>
          {c('begin')}
        </Button>
        {used.length > 0 ? <Button onPress={() => setIsMoving(true)}>{l('transfers')}</Button> : null}
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
      {used.length > 0 ? (
        <Lists
          label={l('filter')}
          showsLabel
          views={['', ...used.map((one) => one.id)]}
          shown={location}
          name={(one) => (one === '' ? l('all') : placeOf(used, one))}
          onChoose={setChosen}
        />
      ) : null}
      {variants.isPending ? <Loading /> : null}
      {variants.isError ? <CannotLoad retry={() => void variants.refetch()} /> : null}
      {variants.data && all.length === 0 ? <p>{t('inventory.none')}</p> : null}
      {variants.data ? (
        <ul className={styles.list}>
          <Soon rows={all}>
            {(row) => <StockLine key={`${row.itemId} ${row.sku}`} row={row} locations={used} location={location} />}
          </Soon>
        </ul>
      ) : null}
      {variants.hasNextPage ? (
        <Button isDisabled={variants.isFetchingNextPage} onPress={() => void variants.fetchNextPage()}>
          {t('common.more')}
        </Button>
      ) : null}
      <Later>
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
        {known ? <BeginLocations locations={known} /> : null}
      </Later>
    </section>
  );
}
