import { useState } from 'react';
import styles from '../books/books.module.css';
import desk from '../desk/desk.module.css';
import { Search } from '../desk/Search.tsx';
import { MoneyField } from '../product/MoneyField.tsx';
import { Button } from '../ui/Button.tsx';
import { NumberField, Switch, TextField } from '../ui/fields.tsx';
import rows from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { type DraftLine, lineOf, withLine } from './draft.ts';
import { d } from './text.ts';

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
