import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import type { PageCurrency } from '../../contract/types.ts';
import { useStore } from '../../state/useStore.ts';
import { call, fileOf } from '../client/shop.ts';
import { $route, go } from '../state/route.ts';
import { refusalOf } from '../text/refusal.ts';
import { counted, t } from '../text/words.ts';
import { ahead } from '../ui/ahead.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Soon } from '../ui/Soon.tsx';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { AGAIN, amount, DESK, handOver, nameOf, type Row, stateOf, VIEWS, type View, when } from './desk.ts';
import { FilterForm } from './FilterForm.tsx';
import { csvOf, FIRST, type Filter, narrowings, queryOf } from './filter.ts';
import { Keys } from './Keys.tsx';
import { Lists } from './Lists.tsx';
import { COUNTS, listed } from './listed.ts';
import { ManyBar } from './ManyBar.tsx';
import { More } from './More.tsx';
import { OrderPage } from './OrderPage.tsx';
import { SavedViews } from './SavedViews.tsx';
import { TrackingFile } from './TrackingFile.tsx';
import { useKeptOrders } from './useKeptOrders.ts';
import { isTyping, useKeys } from './useKeys.ts';
import { useNewest } from './useNewest.ts';
import { useTyped } from './useTyped.ts';

const Mentions = lazyPart(ahead(() => import('./Mentions.tsx').then((room) => room.Mentions)));

type Selection = components['schemas']['DeskSelection'];

type Chosen = { ids: readonly string[]; isMore: boolean };
const NONE: Chosen = { ids: [], isMore: false };

/**
 * The orders, newest first: by how they stand and by words; one opens with a press, many are chosen and sent, tagged and printed.
 * `j`, `k`, `Enter`, `x`, `e`, `/`, `?` and `Esc` work it.
 */
export function OrderDesk() {
  const [narrow, setNarrow] = useState<Omit<Filter, 'text'>>(FIRST);
  const [typed, setTyped, text, ask] = useTyped();
  const asked = useStore($route).params.order;
  const [pressed, setPressed] = useState<string | null>(null);
  const open = pressed ?? asked;
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState(NONE);
  const [hasKeys, setKeys] = useState(false);
  const [hasFile, setFile] = useState(false);
  const [hasFilter, setFilter] = useState(false);
  const [fault, setFault] = useState('');
  const root = useRef<HTMLElement>(null);
  const { view } = narrow;
  const query = queryOf({ ...narrow, text });
  // What is chosen or handed out is what the words say that stand there, whether the list shows it already or not.
  const wanted = () => queryOf({ ...narrow, text: typed.trim() });
  const counts = useQuery({ ...COUNTS, refetchInterval: AGAIN });
  const orders = useInfiniteQuery(listed(query));
  const all = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  const amounts = orders.data?.pages.flatMap((page) => page.amounts) ?? [];
  const fresh = useNewest(query, orders.data ? all : null);
  useKeptOrders(all.map(({ id }) => id));
  const toggle = (id: string) =>
    setChosen(({ ids }) => ({ ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id], isMore: false }));
  const narrowed = narrowings(narrow);
  const show = (part: Partial<Omit<Filter, 'text'>>) => {
    setNarrow({ ...narrow, ...part });
    setAt(0);
    setChosen(NONE);
  };
  const attempt = async (what: () => Promise<void>) => {
    setFault('');
    await what().catch((thrown) => setFault(refusalOf(thrown)));
  };
  const chooseAll = () =>
    attempt(async () => {
      const found = await call<Selection>('GET', `${DESK}/selection`, { query: wanted() });
      setChosen({ ids: found.orders, isMore: found.isMore });
    });
  const giveOut = () => attempt(async () => handOver(await fileOf(csvOf(wanted())), 'orders.csv'));
  const giveReturns = () => attempt(async () => handOver(await fileOf(`${DESK}/returns.csv`), 'returns.csv'));
  const count = (one: View): string => {
    const found = counts.data?.views.find((each) => each.view === one);
    return found ? ` ${found.orders}${found.isMore ? '+' : ''}` : '';
  };
  const search = () => root.current?.querySelector('input');
  const move = (to: number) => {
    const next = Math.max(0, Math.min(all.length - 1, to));
    setAt(next);
    root.current?.querySelectorAll<HTMLElement>(`.${styles.row}`)[next]?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (isTyping(event.target)) {
      if (event.key === 'Escape') setTyped('');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = {
      j: () => move(at + 1),
      k: () => move(at - 1),
      '/': () => search()?.focus(),
      x: () => all[at] && toggle(all[at].id),
      e: () => {
        const order = all[at];
        if (!order) return;
        setChosen(({ ids, isMore }) =>
          ids.includes(order.id) ? { ids, isMore } : { ids: [...ids, order.id], isMore: false },
        );
        requestAnimationFrame(() =>
          root.current?.querySelector<HTMLElement>(`.${styles.many} button[data-send]`)?.focus(),
        );
      },
      '?': () => setKeys(!hasKeys),
    }[event.key];
    if (!done) return;
    event.preventDefault();
    done();
  };
  useKeys(root, onKey);
  const close = () => {
    setPressed(null);
    if (asked) go('commerce', { tab: 'orders' });
  };
  // The list goes on at the order that was looked at.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) move(at);
    wasOpen.current = Boolean(open);
  });
  if (open) return <OrderPage key={open} id={open} onClose={close} />;
  return (
    <section ref={root} aria-label={t('store.orders')} className={ui.stack}>
      <TextField
        label={t('desk.search')}
        help={t('desk.searchHelp')}
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={200}
      />
      <Lists
        label={t('desk.lists')}
        views={VIEWS}
        shown={view}
        name={(one) => `${t(`desk.view.${one}`)}${count(one)}`}
        onChoose={(one) => show({ view: one })}
      />
      <SavedViews
        filter={{ ...narrow, text: typed }}
        onChoose={({ text: words, ...part }) => {
          ask(words);
          show(part);
        }}
      >
        <Button aria-expanded={hasFilter} onPress={() => setFilter(!hasFilter)}>
          {narrowed > 0 ? t('desk.filtered', { n: String(narrowed) }) : t('desk.filter')}
        </Button>
        <Button onPress={() => chooseAll()}>{t('desk.chooseAll')}</Button>
        <Button onPress={() => giveOut()}>{t('desk.csv')}</Button>
        {view === 'RETURNS' ? <Button onPress={() => giveReturns()}>{t('desk.returnsCsv')}</Button> : null}
        <Button aria-expanded={hasFile} onPress={() => setFile(!hasFile)}>
          {t('desk.trackingFile')}
        </Button>
        <Button aria-expanded={hasKeys} onPress={() => setKeys(!hasKeys)}>
          {t('desk.keys')}
        </Button>
      </SavedViews>
      <Mentions onOrder={setPressed} />
      {hasFilter ? <FilterForm filter={{ ...narrow, text: typed }} onChange={show} /> : null}
      {hasKeys ? <Keys /> : null}
      {hasFile ? <TrackingFile /> : null}
      {fault ? <Problem text={fault} /> : null}
      {chosen.ids.length > 0 ? (
        <ManyBar
          chosen={chosen.ids}
          isMore={chosen.isMore}
          nameOf={(id) => nameOf(all.find((order) => order.id === id) ?? { id })}
          onNone={() => setChosen(NONE)}
        />
      ) : null}
      <div role="status">
        {fresh > 0 ? <Button onPress={() => void orders.refetch()}>{counted('desk.newOrders', fresh)}</Button> : null}
      </div>
      {orders.isPending ? <Loading /> : null}
      {orders.isError ? <CannotLoad retry={() => void orders.refetch()} /> : null}
      {orders.data && all.length === 0 ? (
        text.trim() && view !== 'ALL' ? (
          <>
            <p role="status">{t('desk.noneHere')}</p>
            <div className={ui.actions}>
              <Button onPress={() => show({ view: 'ALL' })}>{t('desk.lookInAll')}</Button>
            </div>
          </>
        ) : (
          <p>{t('store.noOrders')}</p>
        )
      ) : null}
      {orders.data?.pages[0]?.isPartial ? <p className={ui.help}>{t('desk.partial')}</p> : null}
      <ul className={styles.list}>
        <Soon rows={all}>
          {(order, index) => (
            <li key={order.id} className={styles.item}>
              <input
                type="checkbox"
                aria-label={t('desk.choose', { order: nameOf(order) })}
                checked={chosen.ids.includes(order.id)}
                onChange={() => toggle(order.id)}
              />
              <OrderRow
                order={order}
                amounts={amounts}
                isAt={index === at}
                onFocus={() => setAt(index)}
                onOpen={() => setPressed(order.id)}
              />
            </li>
          )}
        </Soon>
      </ul>
      <More list={orders} label={t('common.more')} />
    </section>
  );
}

type RowProps = {
  order: Row;
  amounts: readonly PageCurrency[];
  isAt: boolean;
  onFocus: () => void;
  onOpen: () => void;
};

function OrderRow({ order, amounts, isAt, onFocus, onOpen }: RowProps) {
  const form = amounts.find(({ code }) => code === order.currency);
  return (
    <button type="button" className={styles.row} aria-current={isAt} onFocus={onFocus} onClick={onOpen}>
      <strong>{nameOf(order)}</strong>
      <span className={styles.who}>
        {order.name || order.email}
        <br />
        <span className={ui.help}>
          {[order.place, order.delivery, when(order.createdOn)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.tags}>
        {order.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {order.testMode ? <Badge>{t('desk.test')}</Badge> : null}
        {order.openMarks > 0 ? <Badge>{t('desk.check')}</Badge> : null}
        {order.openReturns > 0 ? <Badge>{t('desk.returnWaits')}</Badge> : null}
      </span>
      <span className={styles.state}>
        <Badge>{stateOf(order.state)}</Badge>
      </span>
      {form ? <span className={styles.amount}>{amount(order.grandTotalCents, form)}</span> : null}
    </button>
  );
}
