import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../client/failure.ts';
import type { components } from '../../contract/schema.gen.ts';
import { newKey } from '../client/key.ts';
import { call } from '../client/shop.ts';
import { l } from '../locations/text.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Camera, hasCamera } from './Camera.tsx';
import { countOf, type Item, isSame, useItems, withRow } from './counting.ts';
import { find } from './find.ts';
import { type Location, levelOf, MAIN, placeOf } from './locations/locations.ts';
import styles from './stock.module.css';
import { nameOf, type Page, type Row, STOCK } from './stock.ts';
import { c } from './text.ts';

type Adjusted = components['schemas']['AdjustedStock'];
type Answer = components['schemas']['StockAnswer'];
const INVENTORY = '/api/commerce/inventory';

type Props = {
  /** The locations in use; none where the shop has one place. */
  locations?: readonly Location[];
  /** The one that was looked at; "" for all. */
  at?: string;
  onEnd: () => void;
};
const NONE: readonly Location[] = [];

/** Counting in the store room: scan or search, write how many there are, and save all of it at once. */
export function CountMode({ locations = NONE, at = '', onEnd }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(at || MAIN);
  // Where the shop has one place none is said.
  const location = locations.length > 0 ? chosen : '';
  const [items, change] = useItems();
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [found, setFound] = useState<readonly Row[]>([]);
  const [fault, setFault] = useState('');
  const [said, setSaid] = useState('');
  const [isSending, setIsSending] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  const add = (row: Row) => {
    setFound([]);
    setText('');
    setSaid('');
    if (row.unlimited) return setFault(c('notCounted', { name: nameOf(row) }));
    change((was) => withRow(was, row, nameOf(row), location));
    // The number is written next: the newest stands first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('input')?.focus());
  };
  const look = async (typed: string) => {
    const words = typed.trim();
    setFault('');
    setFound([]);
    if (words === '') return;
    try {
      const rows = await find(client, words);
      const [only] = rows;
      if (only && rows.length === 1) add(only);
      else if (only) setFound(rows.slice(0, 12));
      else setFault(c('notFound', { text: words }));
    } catch (thrown) {
      setFault(refusalOf(thrown));
    }
  };
  const write = (item: Item, typed: string) =>
    change((was) =>
      // Another number is another count.
      was.map((one) =>
        isSame(one, item)
          ? {
              itemId: one.itemId,
              sku: one.sku,
              location: one.location ?? '',
              name: one.name,
              seen: one.seen,
              typed,
              key: newKey(),
            }
          : one,
      ),
    );
  const ready = items.filter((one) => countOf(one) !== null);
  const send = async () => {
    setIsSending(true);
    setSaid('');
    let saved = 0;
    let left = 0;
    for (const item of ready) {
      const { itemId, sku, seen, key } = item;
      try {
        const where = item.location ? { locationId: item.location } : {};
        const count = { quantity: countOf(item), expected: seen };
        const json = { itemId, sku, ...where, ...count, cause: 'COUNTED', reason: note };
        await call<Adjusted>('POST', `${INVENTORY}/adjustments`, { json, headers: { 'idempotency-key': key } });
        change((was) => was.filter((one) => !isSame(one, item)));
        saved += 1;
      } catch (thrown) {
        left += 1;
        const reason = refusalOf(thrown);
        // Sold meanwhile: the count is looked at once more beside what there is now. Without an answer it keeps its key.
        const isOther = thrown instanceof CallError && thrown.failure.body.code === 'stock-changed';
        const now = isOther ? await leftOf(item) : undefined;
        change((was) =>
          was.map((one) =>
            isSame(one, item)
              ? { ...one, fault: reason, ...(now === undefined ? {} : { seen: now, key: newKey() }) }
              : one,
          ),
        );
      }
    }
    setSaid(
      [saved > 0 ? c('sent', { n: saved }) : '', left > 0 ? c('left', { n: left }) : ''].filter(Boolean).join(' '),
    );
    setIsSending(false);
    await Promise.all([
      client.invalidateQueries({ queryKey: ['inventory'] }),
      client.invalidateQueries({ queryKey: ['stock'] }),
    ]);
  };
  return (
    <section aria-label={c('title')} className={ui.stack}>
      <div className={ui.actions}>
        <Button icon="back" look="quiet" onPress={onEnd}>
          {c('end')}
        </Button>
      </div>
      {locations.length > 0 ? (
        <Select
          label={l('countAt')}
          value={location}
          choices={locations.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      ) : null}
      <TextField
        label={c('scan')}
        help={c('scanHelp')}
        value={text}
        onChange={setText}
        onEnter={() => void look(text)}
        maxLength={200}
        autoFocus
      />
      {hasCamera() ? <Camera onFound={(code) => void look(code)} /> : null}
      {fault ? <Problem text={fault} /> : null}
      {found.length > 0 ? (
        <fieldset className={ui.stack}>
          <legend className={ui.label}>{c('several')}</legend>
          {found.map((row) => (
            <Button key={`${row.itemId} ${row.sku}`} onPress={() => add(row)}>
              {`${nameOf(row)} (${row.sku})`}
            </Button>
          ))}
        </fieldset>
      ) : null}
      <ul ref={list} className={styles.counts} aria-label={c('title')}>
        {items.map((item) => (
          <Counted
            key={`${item.itemId} ${item.sku} ${item.location ?? ''}`}
            item={item}
            place={placeOf(locations, item.location ?? '')}
            onWrite={(typed) => write(item, typed)}
            onRemove={() => change((was) => was.filter((one) => !isSame(one, item)))}
          />
        ))}
      </ul>
      <p className={ui.help}>{c(items.length > 0 ? 'kept' : 'none')}</p>
      <p role="status" style={{ margin: 0 }}>
        {said}
      </p>
      {items.length > 0 ? (
        <>
          <TextField
            label={c('reason')}
            value={note}
            onChange={(next) => {
              setNote(next);
              change((was) => was.map((one) => ({ ...one, key: newKey() })));
            }}
            maxLength={500}
          />
          <div className={ui.actions}>
            <Button look="primary" isDisabled={ready.length === 0 || isSending} onPress={() => send()}>
              {c('send', { n: ready.length })}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}

/** How many the shop has of a variant now, where it is counted. */
async function leftOf({ itemId, sku, location }: Item): Promise<number | undefined> {
  if (location) {
    const found = await call<Page>('GET', STOCK, { query: { view: 'ALL', text: sku } }).catch(() => undefined);
    const row = found?.variants.find((one) => one.itemId === itemId && one.sku === sku);
    return row && levelOf(row, location);
  }
  const answer = await call<Answer>('GET', `${INVENTORY}/stock/`, { query: { itemId } }).catch(() => undefined);
  return answer?.results.find((one) => one.sku === sku)?.qtyInStock;
}

type CountedProps = { item: Item; place: string; onWrite: (typed: string) => void; onRemove: () => void };

/** One variant: what the shop says, what is counted, and what that changes. */
function Counted({ item, place, onWrite, onRemove }: CountedProps) {
  const { sku, seen, typed, fault } = item;
  const name = place ? `${item.name} (${place})` : item.name;
  const count = countOf(item);
  const change = count === null ? null : count - seen;
  const word = change === null ? null : change === 0 ? 'equal' : change < 0 ? 'less' : 'more';
  return (
    <li className={styles.counted}>
      <span className={styles.name}>
        <strong>{name}</strong>
        <br />
        <span className={ui.help}>{[sku, c('there', { n: seen })].join(' · ')}</span>
      </span>
      <IconButton icon="remove" label={c('remove', { name })} onPress={onRemove} />
      <div className={styles.form}>
        <TextField
          label={c('counted', { name })}
          value={typed}
          onChange={onWrite}
          maxLength={9}
          help={word === null ? undefined : c(word, { n: Math.abs(change ?? 0) })}
          error={fault ?? (typed.trim() !== '' && count === null ? c('noNumber') : undefined)}
        />
      </div>
    </li>
  );
}
