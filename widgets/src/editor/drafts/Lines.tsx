import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { MoneyField } from '../product/MoneyField.tsx';
import { Button } from '../ui/Button.tsx';
import { NumberField, Switch, TextField } from '../ui/fields.tsx';
import rows from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { type DraftLine, lineOf, withLine } from './draft.ts';
import { d } from './text.ts';

type Stock = components['schemas']['StockPage'];
type Props = {
  lines: DraftLine[];
  titles: ReadonlyMap<string, string>;
  currency: string;
  onChange: (lines: DraftLine[]) => void;
};

/** What is bought: variants that are found by words, and lines of the shop's own. */
export function Lines({ lines, titles, currency, onChange }: Props) {
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map());
  const [asksOwn, setAsksOwn] = useState(false);
  const nameOf = (line: DraftLine) =>
    (line.itemId ? (found.get(line.sku) ?? titles.get(line.sku)) : line.title) || line.sku;
  return (
    <fieldset className={`${ui.stack} ${desk.part}`}>
      <legend className={styles.title}>{d('goods')}</legend>
      {lines.length === 0 ? <p className={ui.help}>{d('noGoods')}</p> : null}
      <ul style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }} aria-label={d('goods')}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of the shop's own have no name but their place.
          <li key={`${line.itemId} ${line.sku} ${place}`} className={rows.entry}>
            <strong>{nameOf(line)}</strong>
            <NumberField
              label={d('quantityOf', { title: nameOf(line) })}
              value={line.quantity}
              least={1}
              most={9999}
              onChange={(quantity) => onChange(lines.map((one, at) => (at === place ? { ...one, quantity } : one)))}
            />
            <Button look="quiet" onPress={() => onChange(lines.filter((_, at) => at !== place))}>
              {d('removeOf', { title: nameOf(line) })}
            </Button>
          </li>
        ))}
      </ul>
      <Search
        onChoose={(itemId, sku, title) => {
          setFound((before) => new Map(before).set(sku, title));
          onChange(withLine(lines, lineOf(itemId, sku, '')));
        }}
      />
      {asksOwn ? (
        <OwnLine
          currency={currency}
          onAdd={(line) => {
            onChange([...lines, line]);
            setAsksOwn(false);
          }}
        />
      ) : (
        <Button onPress={() => setAsksOwn(true)}>{d('ownLine')}</Button>
      )}
    </fieldset>
  );
}

const titleOf = ({ title, options }: Stock['variants'][number]): string => [title, options].filter(Boolean).join(', ');

type SearchProps = { onChoose: (itemId: string, sku: string, title: string) => void };

function Search({ onChoose }: SearchProps) {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useQuery({
    queryKey: ['draftSearch', text],
    queryFn: () => call<Stock>('GET', '/api/commerce/desk/stock', { query: { text } }),
    enabled: text !== '',
  });
  const variants = text === '' ? [] : (list.data?.variants.slice(0, 10) ?? []);
  const choose = (variant: Stock['variants'][number] | undefined) => {
    if (!variant) return;
    onChoose(variant.itemId, variant.sku, titleOf(variant));
    setTyped('');
    setText('');
  };
  return (
    <>
      <TextField
        label={d('search')}
        help={d('searchHelp')}
        type="search"
        value={typed}
        onChange={setTyped}
        onEnter={() => choose(variants[0])}
        maxLength={200}
      />
      <div role="status">{text !== '' && list.isSuccess && variants.length === 0 ? d('noneFound') : ''}</div>
      {variants.length > 0 ? (
        <ul className={desk.list} aria-label={d('found')}>
          {variants.map((variant) => (
            <li key={`${variant.itemId} ${variant.sku}`}>
              <button type="button" className={desk.row} onClick={() => choose(variant)}>
                <span className={desk.who}>
                  <strong>{titleOf(variant)}</strong> {variant.sku}
                </span>
                <span>{variant.unlimited ? d('always') : d('left', { n: variant.available })}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function OwnLine({ currency, onAdd }: { currency: string; onAdd: (line: DraftLine) => void }) {
  const [title, setTitle] = useState('');
  const [priceCents, setPrice] = useState(0);
  const [ships, setShips] = useState(false);
  return (
    <div className={rows.entry}>
      <TextField label={d('ownTitle')} value={title} onChange={setTitle} maxLength={200} autoFocus />
      <MoneyField label={d('price')} cents={priceCents} currency={currency} onChange={setPrice} />
      <Switch label={d('ships')} isOn={ships} onChange={setShips} />
      <Button
        isDisabled={title.trim() === ''}
        onPress={() => onAdd({ ...lineOf('', '', title.trim()), priceCents, ships })}
      >
        {d('add')}
      </Button>
    </div>
  );
}
