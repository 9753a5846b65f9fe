import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { amount } from './amount.ts';
import { type PartName, partOf } from './asked.ts';
import styles from './books.module.css';
import type { Wanted } from './span.ts';
import { Table } from './Table.tsx';
import { w, whole } from './text.ts';

type Schemas = components['schemas'];

function Part<T>({
  name,
  title,
  wanted,
  show,
}: {
  name: PartName;
  title: string;
  wanted: Wanted;
  show: (data: T) => ReactNode;
}) {
  const found = useQuery({ ...partOf<T>(name, wanted), placeholderData: keepPreviousData });
  return (
    <section aria-label={title} className={ui.stack}>
      <h3 className={styles.title}>{title}</h3>
      {found.isPending ? <Loading /> : null}
      {found.isError ? <CannotLoad retry={() => void found.refetch()} /> : null}
      {found.data === undefined || found.isError ? null : show(found.data)}
    </section>
  );
}

/** Taxes by place and rate, each currency by itself. */
export function Taxes({ wanted }: { wanted: Wanted }) {
  return (
    <Part<Schemas['TaxFigures']>
      name="taxes"
      title={w('taxes')}
      wanted={wanted}
      show={({ currencies }) =>
        currencies.map(({ currency, rows }) => (
          <Table
            key={currency}
            label={`${w('taxes')}, ${currency}`}
            heads={[w('place'), w('rate'), w('taxedOf'), w('taxOf'), w('taxBack'), w('due')]}
            none={w('noTaxes')}
            rows={rows.map((row) => ({
              key: [row.country, row.region, row.name, row.rate].join('|'),
              cells: [
                [row.country, row.region].filter(Boolean).join(', ') || w('nowhere'),
                row.rate ? [row.name, `${row.rate} %`].filter(Boolean).join(' ') : w('noTax'),
                amount(row.netCents - row.netRefundedCents, currency),
                amount(row.taxCents, currency),
                amount(row.taxRefundedCents, currency),
                amount(row.dueCents, currency),
              ],
            }))}
          />
        ))
      }
    />
  );
}

/** The products that came to most. */
export function Products({ wanted }: { wanted: Wanted }) {
  return (
    <Part<Schemas['ProductFigures']>
      name="products"
      title={w('products')}
      wanted={wanted}
      show={({ currencies }) =>
        currencies.map(({ currency, rows }) => (
          <Table
            key={currency}
            label={`${w('products')}, ${currency}`}
            heads={[w('product'), w('pieces'), w('returned'), w('value')]}
            none={w('noProducts')}
            rows={rows.slice(0, 20).map((row) => ({
              key: row.itemId,
              cells: [row.title, whole(row.pieces), whole(row.returned), amount(row.amountCents, currency)],
            }))}
          />
        ))
      }
    />
  );
}

/** A share in percent with one digit, of whole numbers. */
const share = (part: number, of: number): string => (of > 0 ? `${whole(Math.round((part * 1000) / of) / 10)} %` : '–');

/** Carts that were begun, ordered and left; orders against visits, where those are known. */
export function Carts({ wanted }: { wanted: Wanted }) {
  return (
    <Part<Schemas['CartFigures']>
      name="carts"
      title={w('carts')}
      wanted={wanted}
      show={({ begun, bought, left, orders, visits }) => (
        <dl className={styles.counts}>
          {[
            [w('begun'), whole(begun)],
            [w('bought'), whole(bought)],
            [w('left'), whole(left)],
            [w('ofCarts'), share(bought, begun)],
            [w('ofVisits'), typeof visits === 'number' ? share(orders, visits) : w('unknown')],
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    />
  );
}
