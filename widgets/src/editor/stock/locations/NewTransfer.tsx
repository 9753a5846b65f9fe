import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newKey } from '../../client/key.ts';
import { call } from '../../client/shop.ts';
import { l } from '../../locations/text.ts';
import { refusalOf } from '../../text/refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField, Select, TextField } from '../../ui/fields.tsx';
import { Problem } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import { find } from '../find.ts';
import { nameOf, type Row } from '../stock.ts';
import styles from './locations.module.css';
import { type Location, levelOf, MAIN, placeOf, TRANSFERS, type Transfer } from './locations.ts';

type Line = { row: Row; quantity: number };
const isSame = (one: Row, other: Row) => one.itemId === other.itemId && one.sku === other.sku;
/** The value of a supplier among the places that goods come from. */
const SUPPLIER = '-';

type Props = { locations: readonly Location[]; onEnd: (said: string) => void };

/** What is sent from one location to another, or is expected from a supplier. */
export function NewTransfer({ locations, onEnd }: Props) {
  const client = useQueryClient();
  const [from, setFrom] = useState(MAIN);
  const [to, setTo] = useState(locations.find((one) => one.id !== MAIN)?.id ?? MAIN);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [texts, setTexts] = useState({ reference: '', tracking: '', expectedOn: '', note: '' });
  const [fault, setFault] = useState('');
  // The same for every try of one transfer: it is sent once.
  const key = useRef({ of: '', key: '' });
  const places = locations.map(({ id, name }) => ({ value: id, label: name }));
  const supplier = { value: SUPPLIER, label: l('supplier') };
  const isSupplied = from === SUPPLIER;
  const isWrong = from === to;
  const write = (name: keyof typeof texts) => (value: string) => setTexts({ ...texts, [name]: value });
  const save = async () => {
    setFault('');
    const json = {
      fromId: isSupplied ? null : from,
      toId: to,
      lines: lines.map(({ row, quantity }) => ({ itemId: row.itemId, sku: row.sku, quantity })),
      ...texts,
      expectedOn: texts.expectedOn || null,
    };
    const said = JSON.stringify(json);
    if (key.current.of !== said) key.current = { of: said, key: newKey() };
    try {
      await call<Transfer>('POST', TRANSFERS, { json, headers: { 'idempotency-key': key.current.key } });
    } catch (thrown) {
      setFault(refusalOf(thrown));
      return;
    }
    await client.invalidateQueries({ queryKey: ['inventory'] });
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    onEnd(l('sent', { n: pieces, to: placeOf(locations, to) }));
  };
  return (
    <section aria-label={l('begin')} className={ui.stack}>
      <h3 className={styles.title}>{l('begin')}</h3>
      <div className={styles.pair}>
        <Select label={l('from')} value={from} choices={[...places, supplier]} onChange={setFrom} />
        <Select
          label={l('to')}
          value={to}
          choices={places}
          onChange={setTo}
          {...(isWrong ? { error: l('same') } : {})}
        />
      </div>
      <Lines lines={lines} from={isSupplied ? null : from} onChange={setLines} />
      <div className={styles.pair}>
        <TextField
          label={l('reference')}
          help={l('referenceHelp')}
          value={texts.reference}
          onChange={write('reference')}
          maxLength={200}
        />
        <TextField
          label={l('tracking')}
          help={l('trackingHelp')}
          value={texts.tracking}
          onChange={write('tracking')}
          maxLength={200}
        />
      </div>
      <TextField label={l('expected')} type="date" value={texts.expectedOn} onChange={write('expectedOn')} />
      <TextField label={l('note')} rows={2} value={texts.note} onChange={write('note')} maxLength={1000} />
      {fault ? <Problem text={fault} /> : null}
      <div className={ui.actions}>
        <Button look="quiet" onPress={() => onEnd('')}>
          {l('discard')}
        </Button>
        <Button look="primary" isDisabled={lines.length === 0 || isWrong} onPress={save}>
          {l(isSupplied ? 'expect' : 'send')}
        </Button>
      </div>
    </section>
  );
}

type LinesProps = { lines: readonly Line[]; from: string | null; onChange: (lines: readonly Line[]) => void };

/** Variants that are found by words or barcode, each with how many. */
function Lines({ lines, from, onChange }: LinesProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Row[]>([]);
  const [fault, setFault] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const isNew = useRef(false);
  // The number is written next, as soon as its field is there: the newest stands first.
  useEffect(() => {
    if (lines.length === 0 || !isNew.current) return;
    isNew.current = false;
    list.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, [lines]);
  const add = (row: Row) => {
    setFound([]);
    setText('');
    if (row.unlimited) return setFault(l('notCounted', { name: nameOf(row) }));
    const there = lines.find((one) => isSame(one.row, row));
    // Scanned once more it is one more.
    const line = { row, quantity: (there?.quantity ?? 0) + 1 };
    onChange([line, ...lines.filter((one) => one !== there)]);
    isNew.current = true;
  };
  const look = async () => {
    const words = text.trim();
    setFault('');
    setFound([]);
    if (words === '') return;
    try {
      const rows = await find(client, words);
      const [only] = rows;
      if (only && rows.length === 1) add(only);
      else if (only) setFound(rows.slice(0, 12));
      else setFault(l('notFound', { text: words }));
    } catch (thrown) {
      setFault(refusalOf(thrown));
    }
  };
  return (
    <fieldset className={ui.stack} style={{ margin: 0, padding: 0, border: 0 }}>
      <legend className={ui.label}>{l('lines')}</legend>
      <TextField
        label={l('search')}
        help={l('searchHelp')}
        value={text}
        onChange={setText}
        onEnter={() => void look()}
        maxLength={200}
      />
      {fault ? <Problem text={fault} /> : null}
      {found.length > 0 ? (
        <fieldset className={ui.stack}>
          <legend className={ui.label}>{l('choose')}</legend>
          {found.map((row) => (
            <Button key={`${row.itemId} ${row.sku}`} onPress={() => add(row)}>
              {`${nameOf(row)} (${row.sku})`}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {lines.length === 0 ? <p className={ui.help}>{l('noLines')}</p> : null}
      <ul ref={list} className={styles.list} aria-label={l('lines')}>
        {lines.map(({ row, quantity }) => (
          <li key={`${row.itemId} ${row.sku}`} className={styles.row}>
            <div className={styles.name}>
              <NumberField
                label={l('pieces', { name: nameOf(row) })}
                help={from === null ? row.sku : `${row.sku} · ${l('there', { n: levelOf(row, from) })}`}
                value={quantity}
                least={1}
                most={1_000_000}
                onChange={(next) =>
                  onChange(lines.map((one) => (isSame(one.row, row) ? { ...one, quantity: next } : one)))
                }
              />
            </div>
            <Button look="quiet" onPress={() => onChange(lines.filter((one) => !isSame(one.row, row)))}>
              {l('remove', { name: nameOf(row) })}
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
