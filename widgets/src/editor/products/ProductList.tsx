import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { KeyList } from '../desk/KeyList.tsx';
import { Lists } from '../desk/Lists.tsx';
import { isTyping, useKeys } from '../desk/useKeys.ts';
import { useTyped } from '../desk/useTyped.ts';
import { useOpened } from '../state/context.ts';
import { go } from '../state/route.ts';
import { FIRST_PRODUCTS } from '../state/useProducts.ts';
import type { Wish } from '../table/rows.ts';
import { useTable } from '../table/useTable.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { Soon } from '../ui/Soon.tsx';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import {
  $looked,
  byStock,
  FIRST,
  hiddenAs,
  idsIn,
  isByStock,
  type Looked,
  leftIn,
  ORDERS,
  orderOf,
  PAGE,
  VIEWS,
  type View,
} from './list.ts';
import { ProductRow } from './ProductRow.tsx';
import styles from './products.module.css';
import { g } from './text.ts';

/** The products that run out, by the shop: they change with every order, and are asked for anew when they are looked at. */
const useRunningOut = (view: 'LOW' | 'OUT', isAsked: boolean) =>
  useQuery({ queryKey: ['inventory', 'products', view], queryFn: () => idsIn(view), enabled: isAsked });

/**
 * The products of the shop, a page at a time: found by words, by whether shoppers see them and by what runs out; one opens with
 * a press. `j`, `k`, `Enter`, `/`, `?` and `Esc` work it, as they work the orders.
 */
export function ProductList() {
  const opened = useOpened('site.json');
  useQuery(FIRST_PRODUCTS);
  if (opened.is === 'loading') return <Loading />;
  return <Products />;
}

function Products() {
  const looked = useStore($looked);
  const { view, page, brought } = looked;
  const isStocked = isByStock(looked.order);
  const [typed, setTyped, text, ask] = useTyped(looked.words);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [at, setAt] = useState(0);
  const [hasKeys, setKeys] = useState(false);
  const [now] = useState(Date.now);
  const root = useRef<HTMLElement>(null);
  const wish = useMemo((): Wish => ({ words: text, status: null, order: orderOf(looked.order) }), [text, looked.order]);
  // In their own order the first ones are enough; found and arranged are all.
  const isNarrow = view !== 'ALL' || text !== '' || looked.order !== 'own' || brought !== null;
  const wanted = isNarrow ? Number.POSITIVE_INFINITY : (page + 1) * PAGE;
  const { list, json, order: written, currency, countedOf, idOf, smallOf } = useTable(wish, seen, wanted);
  const { isWhole } = list;
  const order = useMemo(() => {
    const only = brought ? new Set(brought) : null;
    return only ? written.filter((path) => only.has(path)) : written;
  }, [written, brought]);
  const low = useRunningOut('LOW', true);
  const out = useRunningOut('OUT', view === 'OUT');
  const lowIds = useMemo(() => new Set(low.data), [low.data]);
  const outIds = useMemo(() => new Set(out.data), [out.data]);
  const hidden = useMemo(
    () => new Set(order.filter((path) => hiddenAs(json(path), now) !== undefined)),
    [order, json, now],
  );
  const found = useMemo(() => {
    const isIn: Record<View, (path: string) => boolean> = {
      ALL: () => true,
      VISIBLE: (path) => !hidden.has(path),
      HIDDEN: (path) => hidden.has(path),
      LOW: (path) => lowIds.has(idOf(path)),
      OUT: (path) => outIds.has(idOf(path)),
    };
    return isNarrow && !isWhole ? [] : order.filter(isIn[view]);
  }, [order, view, hidden, lowIds, outIds, idOf, isNarrow, isWhole]);
  const arranged = isStocked
    ? byStock(found, (path) => leftIn(json(path), countedOf(path)), looked.order === 'stock down')
    : found;
  // What was filtered away, or deleted by somebody else, leaves no empty page behind.
  const amount = isWhole ? found.length : isNarrow ? 0 : list.total;
  const last = Math.max(0, Math.ceil(amount / PAGE) - 1);
  const shown = Math.min(page, last);
  const paths = arranged.slice(shown * PAGE, (shown + 1) * PAGE);
  // What is ordered by stock is counted whole; those that are looked at come first, and are counted anew as time goes on.
  const asking = isStocked ? [...new Set([...paths, ...found])] : paths;
  if (asking.length !== seen.length || asking.some((path, index) => path !== seen[index])) setSeen(asking);
  const show = (part: Partial<Looked>) => {
    $looked.set({ ...looked, words: typed, page: 0, ...part });
    setAt(0);
  };
  const write = (words: string) => {
    setTyped(words);
    show({ words });
  };
  const search = () => root.current?.querySelector('input');
  const rows = () => root.current?.querySelectorAll<HTMLElement>(`.${styles.row}`);
  const turn = (to: number, row: number) => {
    show({ page: to });
    setAt(row);
    // The rows of that page are drawn first.
    requestAnimationFrame(() => rows()?.[row]?.focus());
  };
  const move = (to: number) => {
    if (to >= paths.length && shown < last) return turn(shown + 1, 0);
    if (to < 0 && shown > 0) return turn(shown - 1, PAGE - 1);
    const next = Math.max(0, Math.min(paths.length - 1, to));
    setAt(next);
    rows()?.[next]?.focus();
  };
  useKeys(root, (event) => {
    if (isTyping(event.target)) {
      if (event.key === 'Escape') write('');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnRow = event.target instanceof Element && event.target.matches(`.${styles.row}`);
    const done = {
      j: () => move(isOnRow ? at + 1 : at),
      k: () => move(at - 1),
      '/': () => search()?.focus(),
      '?': () => setKeys(!hasKeys),
    }[event.key];
    if (!done) return;
    event.preventDefault();
    done();
  });
  const count = (one: View): string => {
    if (one === 'LOW' || one === 'OUT') return '';
    if (!isWhole) return one === 'ALL' && !isNarrow ? ` ${list.total}` : '';
    const n = one === 'ALL' ? order.length : one === 'HIDDEN' ? hidden.size : order.length - hidden.size;
    return ` ${n}`;
  };
  if (list.isPending) return <Loading />;
  if (list.isError) return <CannotLoad retry={list.refetch} />;
  if (list.total === 0 && !brought) return <Calm>{g('none')}</Calm>;
  // What was brought is listed when the site has been built with it.
  const isComing = isWhole && brought !== null && order.length === 0 && text === '';
  const isReading = !isWhole && paths.length === 0;
  const asked = view === 'LOW' ? low : view === 'OUT' ? out : undefined;
  const isLost = paths.some((path) => countedOf(path).is === 'lost');
  return (
    <section ref={root} aria-label={g('list')} className={ui.stack}>
      <TextField
        label={t('common.search')}
        help={g('searchHelp')}
        type="search"
        value={typed}
        onChange={write}
        maxLength={200}
      />
      <div className={styles.tools}>
        <Lists
          label={g('lists')}
          views={VIEWS}
          shown={view}
          name={(one) => `${g(`view.${one}`)}${count(one)}`}
          onChoose={(one) => show({ view: one })}
        />
        <Select
          label={g('order')}
          value={looked.order}
          choices={ORDERS.map((one) => ({ value: one, label: g(`order.${one}`) }))}
          onChange={(next) => show({ order: ORDERS.find((one) => one === next) ?? 'own' })}
        />
      </div>
      {brought ? (
        <div className={`${ui.actions} ${ui.start}`}>
          <p role="status" className={styles.brought}>
            {g('brought', { n: brought.length })}
          </p>
          <Button onPress={() => show({ brought: null })}>{g('showAll')}</Button>
        </div>
      ) : null}
      {hasKeys ? <Keys /> : null}
      {asked?.isPending ? <Loading /> : null}
      {asked?.isError ? <Problem text={g('noAnswer')} retry={() => void asked.refetch()} /> : null}
      {isLost && !asked?.isError ? <p className={ui.help}>{g('lost')}</p> : null}
      {isComing ? <Loading label={g('coming')} /> : null}
      {isReading ? <Loading /> : null}
      {found.length === 0 && !isReading && !isComing && !asked?.isPending && !asked?.isError ? (
        <div className={`${ui.actions} ${ui.start}`}>
          <p role="status">{g('noneFound')}</p>
          <Button
            onPress={() => {
              ask('');
              show({ ...FIRST, order: looked.order });
            }}
          >
            {g('showAll')}
          </Button>
        </div>
      ) : null}
      <ul className={styles.list} aria-label={g('list')}>
        <Soon rows={paths}>
          {(path, index) => (
            <li key={path}>
              <ProductRow
                json={json(path)}
                small={smallOf(path)}
                currency={currency}
                counted={countedOf(path)}
                isLow={lowIds.has(idOf(path))}
                isAt={index === at}
                onFocus={() => setAt(index)}
                onOpen={() => go('website/pages', { file: path, from: 'commerce' })}
              />
            </li>
          )}
        </Soon>
      </ul>
      {last > 0 ? (
        <nav aria-label={g('list')} className={styles.pager}>
          <Button isDisabled={shown === 0} onPress={() => turn(shown - 1, 0)}>
            {g('before')}
          </Button>
          <span role="status">
            {g('range', { first: shown * PAGE + 1, last: shown * PAGE + paths.length, all: amount })}
          </span>
          <Button isDisabled={shown === last} onPress={() => turn(shown + 1, 0)}>
            {g('after')}
          </Button>
        </nav>
      ) : null}
    </section>
  );
}

function Keys() {
  return (
    <KeyList
      keys={[
        ['j / k', g('key.move')],
        ['Enter', g('key.open')],
        ['/', g('key.search')],
        ['Esc', g('key.back')],
        ['?', g('key.help')],
      ]}
    />
  );
}
