import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { STATUSES, type Status } from '../core/status.ts';
import { Panel } from '../panel/Panel.tsx';
import type { Column, Row, Write } from '../sheet/grid.ts';
import { Sheet } from '../sheet/Sheet.tsx';
import { useOpened } from '../state/context.ts';
import { go } from '../state/route.ts';
import { FIRST_PRODUCTS } from '../state/useProducts.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { variantColumns } from '../variants/cells.ts';
import { v } from '../variants/text.ts';
import type { Done } from '../variants/useCounts.ts';
import { Columns, readHidden, writeHidden } from './Columns.tsx';
import { type Order, readKey, rowKey, variantCount, type Wish } from './rows.ts';
import styles from './table.module.css';
import { p } from './text.ts';
import { useTable } from './useTable.ts';

const ALL = 'all';
const OWN = 'own';

/** Every product of the site as a table that is written in like a spreadsheet. */
export function ProductTable() {
  const opened = useOpened('site.json');
  useQuery(FIRST_PRODUCTS);
  if (opened.is === 'loading')
    return (
      <Panel title={p('title')} isWide>
        <Loading />
      </Panel>
    );
  return <Products />;
}

function Products() {
  const [words, setWords] = useState('');
  const [status, setStatus] = useState<Status | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [active, setActive] = useState('');
  const [hidden, setHidden] = useState<readonly string[]>(readHidden);
  const [counted, setCounted] = useState<readonly Done[]>([]);
  const [said, setSaid] = useState('');
  const wish = useMemo((): Wish => ({ words, status, order }), [words, status, order]);
  const table = useTable(wish, seen);
  const { list, json, order: paths } = table;
  const rows = useMemo(
    () =>
      paths.flatMap((path): Row[] => {
        const variants = variantCount(json(path));
        if (variants === 0) return [{ key: rowKey(path) }];
        const isOpen = open.has(path);
        const inner = isOpen
          ? Array.from({ length: variants }, (_, index): Row => ({ key: rowKey(path, index), level: 2 }))
          : [];
        return [{ key: rowKey(path), isOpen }, ...inner];
      }),
    [paths, json, open],
  );
  const all: Column[] = [
    { id: 'title', label: p('name'), width: 0 },
    ...variantColumns(table.currency).slice(0, 4),
    { id: 'status', label: t('status.title'), width: 130, choices: table.statusesOf },
    { id: 'tags', label: t('tags.tags'), width: 190 },
    { id: 'categories', label: t('tags.categories'), width: 170 },
    ...variantColumns(table.currency).slice(4),
  ];
  const columns = all.filter(({ id }) => !hidden.includes(id));
  const labelOf = (id: string) => all.find((one) => one.id === id)?.label ?? '';
  const toggle = useCallback(
    (path: string) =>
      setOpen((was) => {
        const next = new Set(was);
        if (!next.delete(path)) next.add(path);
        return next;
      }),
    [],
  );
  const write = async (writes: readonly Write[]) => {
    const [first] = writes;
    const isOne = writes.every(({ column }) => column === first?.column);
    const done = await table.write(isOne && first ? labelOf(first.column) : p('title'), writes);
    if (done.counted.length > 0) {
      setCounted(done.counted);
      setSaid('');
    }
    return done.refused;
  };
  const takeBack = async () => {
    const back = counted.flatMap((one) =>
      'after' in one ? [{ itemId: one.itemId, sku: one.sku, quantity: one.expected, expected: one.after }] : [],
    );
    const done = await table.change(back);
    const failed = done.find((one) => 'reason' in one);
    setCounted([]);
    setSaid(failed && 'reason' in failed ? failed.reason : v('takenBack'));
  };
  const sortBy = (value: string) => {
    const [column, way] = value.split(' ');
    setOrder(value === OWN ? null : ({ column, isDown: way === 'down' } as Order));
  };
  return (
    <Panel
      title={p('title')}
      onBack={() => go('commerce')}
      filled
      isWide
      actions={
        <Button
          look="quiet"
          icon="edit"
          isDisabled={active === ''}
          onPress={() => go('website/pages', { file: readKey(active).path })}
        >
          {p('toProduct')}
        </Button>
      }
    >
      <div className={styles.tools}>
        <TextField
          label={t('common.search')}
          hideLabel
          type="search"
          placeholder={t('common.search')}
          value={words}
          onChange={setWords}
        />
        <Select
          label={p('filter')}
          value={status ?? ALL}
          choices={[
            { value: ALL, label: p('all') },
            ...STATUSES.map((one) => ({ value: one, label: t(`status.${one}`) })),
          ]}
          onChange={(next) => setStatus(STATUSES.find((one) => one === next) ?? null)}
        />
        <Select
          label={p('sortBy')}
          value={order ? `${order.column} ${order.isDown ? 'down' : 'up'}` : OWN}
          choices={[
            { value: OWN, label: p('ownOrder') },
            ...columns.flatMap(({ id, label }) => [
              { value: `${id} up`, label: p('up', { column: label }) },
              { value: `${id} down`, label: p('down', { column: label }) },
            ]),
          ]}
          onChange={sortBy}
        />
        <Columns
          columns={all.slice(1)}
          hidden={hidden}
          onChange={(next) => {
            writeHidden(next);
            setHidden(next);
          }}
        />
      </div>
      {list.isWhole || list.isError ? null : <Loading />}
      {list.isError ? <CannotLoad retry={list.refetch} /> : null}
      {list.isWhole && paths.length === 0 ? <p>{p('none')}</p> : null}
      {list.data ? (
        <Sheet
          label={p('title')}
          columns={columns}
          rows={rows}
          cellOf={table.cellOf}
          write={write}
          onToggle={toggle}
          sort={order ?? undefined}
          onSort={(column) => {
            const isAgain = order?.column === column;
            setOrder(isAgain && order.isDown ? null : ({ column, isDown: isAgain } as Order));
          }}
          onSeen={setSeen}
          onActive={setActive}
        />
      ) : null}
      <div className={styles.said}>
        <span className={ui.help}>{list.isWhole ? p('count', { n: paths.length, all: list.total }) : ''}</span>
        <span role="status" className={ui.help}>
          {counted.length > 0 ? v('counted', { n: counted.length }) : said}
        </span>
        {counted.length > 0 ? (
          <Button look="quiet" icon="undo" onPress={() => void takeBack()}>
            {v('takeBack')}
          </Button>
        ) : null}
      </div>
    </Panel>
  );
}
