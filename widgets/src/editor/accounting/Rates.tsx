import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { Button } from '../ui/Button.tsx';
import { Details } from '../ui/Details.tsx';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import rows from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { a } from './text.ts';

type Row = components['schemas']['TaxAccounts'];
type Place = components['schemas']['Place'];
type Props = { taxes: readonly Row[]; onChange: (taxes: Row[]) => void };

const PLACES: readonly Place[] = ['HOME', 'EU', 'WORLD'];
const EMPTY: Row = { place: 'HOME', rate: '', revenue: '', delivery: '', tax: '', automatic: false, key: '' };

const rateOf = ({ rate }: Row): string => (rate === '*' ? a('everyOther') : rate === '' ? a('noTax') : `${rate} %`);

/** The accounts of each rate. */
export function Rates({ taxes, onChange }: Props) {
  const set = (at: number, change: Partial<Row>) =>
    onChange(taxes.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <fieldset className={ui.stack}>
      <legend>{a('rates')}</legend>
      <p className={ui.help}>{a('ratesHelp')}</p>
      {taxes.map((row, at) => {
        const name = a('rowOf', { place: a(`place.${row.place}`), rate: rateOf(row) });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place while they are written
          <Details key={at} className={rows.entry} summary={`${name} – ${row.revenue}`}>
            <div className={styles.fields}>
              <Select<Place>
                label={a('place')}
                value={row.place}
                choices={PLACES.map((value) => ({ value, label: a(`place.${value}`) }))}
                onChange={(place) => set(at, { place })}
              />
              <TextField label={a('rate')} value={row.rate} onChange={(rate) => set(at, { rate })} />
              <TextField label={a('revenue')} value={row.revenue} onChange={(revenue) => set(at, { revenue })} />
              <TextField
                label={a('delivery')}
                help={a('deliveryHelp')}
                value={row.delivery ?? ''}
                onChange={(delivery) => set(at, { delivery })}
              />
              <TextField label={a('tax')} value={row.tax} onChange={(tax) => set(at, { tax })} />
              <TextField label={a('key')} value={row.key ?? ''} onChange={(key) => set(at, { key })} maxLength={4} />
            </div>
            <Switch
              label={a('automatic')}
              isOn={row.automatic ?? false}
              onChange={(automatic) => set(at, { automatic })}
            />
            <div className={ui.actions}>
              <Button look="quiet" onPress={() => onChange(taxes.filter((_, index) => index !== at))}>
                {a('removeRate')}
              </Button>
            </div>
          </Details>
        );
      })}
      <div className={ui.actions}>
        <Button onPress={() => onChange([...taxes, EMPTY])}>{a('addRate')}</Button>
      </div>
    </fieldset>
  );
}
