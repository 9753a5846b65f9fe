import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../client/failure.ts';
import type { components } from '../../contract/schema.gen.ts';
import { Select, TextField } from '../ui/fields.tsx';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { amount } from './amount.ts';
import { type Answer, FIRST, figuresOf } from './asked.ts';
import styles from './books.module.css';
import { Chart } from './Chart.tsx';
import { Download } from './Download.tsx';
import { Carts, Products, Taxes } from './Parts.tsx';
import { STEPS, type Step, type Wanted } from './span.ts';
import { dayOf, w, whole } from './text.ts';

type One = components['schemas']['CurrencyFigures'];
type OneSums = components['schemas']['FigureSums'];

const DAY = 86_400_000;
const RANGES = ['7', '30', '90', '365', 'own'] as const;
type Range = (typeof RANGES)[number];
const TILES = [
  'grossCents',
  'netCents',
  'averageCents',
  'refundedCents',
  'discountCents',
  'deliveryCents',
  'taxCents',
  'moneyCents',
  'byGiftCardsCents',
  'giftCardsSoldCents',
] as const;
/** Shown only where the shop has something of it. */
const SELDOM: readonly string[] = ['moneyCents', 'byGiftCardsCents', 'giftCardsSoldCents'];

/** The day on which it is now in a time zone. */
const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(Date.now());

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) - days * DAY).toISOString().slice(0, 10);

/** What the shop sold and what went back, from its own orders: sums against as many days before, a chart, taxes, products, carts. */
export function Figures() {
  const [range, setRange] = useState<Range>('30');
  const [wanted, setWanted] = useState<Wanted>(FIRST);
  const figures = useQuery({ ...figuresOf(wanted), placeholderData: keepPreviousData });
  const said = figures.data;
  const choose = (next: Range) => {
    setRange(next);
    if (!said) return;
    const to = todayIn(said.timeZone);
    if (next === 'own') setWanted({ ...wanted, from: said.from, to: said.to });
    else setWanted({ from: daysBefore(to, Number(next) - 1), to, step: next === '365' ? 'month' : wanted.step });
  };
  const isMalformed = figures.error instanceof CallError && figures.error.failure.body.code === 'malformed-span';
  return (
    <section aria-label={w('figures')} className={ui.stack}>
      <div className={styles.fields}>
        <Select<Range>
          label={w('range')}
          value={range}
          choices={RANGES.map((value) => ({ value, label: w(`range.${value}`) }))}
          onChange={choose}
        />
        <Select<Step>
          label={w('step')}
          value={wanted.step}
          choices={STEPS.map((value) => ({ value, label: w(`step.${value}`) }))}
          onChange={(step) => setWanted({ ...wanted, step })}
        />
        {range === 'own' ? (
          <>
            <TextField
              label={w('from')}
              type="date"
              value={wanted.from}
              onChange={(from) => setWanted({ ...wanted, from })}
            />
            <TextField label={w('to')} type="date" value={wanted.to} onChange={(to) => setWanted({ ...wanted, to })} />
          </>
        ) : null}
      </div>
      {figures.isPending ? <Loading /> : null}
      {isMalformed ? <Problem text={w('malformed')} /> : null}
      {figures.isError && !isMalformed ? <CannotLoad retry={() => void figures.refetch()} /> : null}
      {figures.isError ? null : (
        <>
          {said ? <Sums said={said} /> : null}
          <Taxes wanted={wanted} />
          <Products wanted={wanted} />
          <Carts wanted={wanted} />
          <Download wanted={wanted} />
          <details>
            <summary>{w('meaning')}</summary>
            <ul className={ui.help}>
              {(['meaning.1', 'meaning.2', 'meaning.3', 'meaning.4'] as const).map((key) => (
                <li key={key}>{w(key)}</li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}

function Sums({ said }: { said: Answer }) {
  return (
    <>
      <p className={ui.help}>
        {w('days', { from: dayOf(said.from), to: dayOf(said.to), zone: said.timeZone.replaceAll('_', ' ') })}
      </p>
      {said.waiting > 0 ? <Calm>{w('waiting', { n: whole(said.waiting) })}</Calm> : null}
      {said.currencies.map((one) => (
        <Currency key={one.currency} one={one} said={said} />
      ))}
    </>
  );
}

function Currency({ one, said }: { one: One; said: Answer }) {
  const { currency, total, before } = one;
  const isSeen = (name: (typeof TILES)[number]) =>
    !SELDOM.includes(name) || total.byGiftCardsCents !== 0 || total.giftCardsSoldCents !== 0;
  return (
    <section aria-label={w('inCurrency', { currency })} className={ui.stack}>
      <h3 className={styles.title}>{w('inCurrency', { currency })}</h3>
      <dl className={styles.counts}>
        <Tile name={w('orders')} value={whole(total.orders)} now={total.orders} past={before.orders} said={said} />
        {TILES.filter(isSeen).map((name) => (
          <Tile
            key={name}
            name={w(name)}
            value={money(total, name, currency)}
            now={total[name] ?? null}
            past={before[name] ?? null}
            said={said}
          />
        ))}
      </dl>
      {one.testOrders > 0 ? <Calm>{w('testOrders', { n: whole(one.testOrders) })}</Calm> : null}
      <Chart currency={currency} periods={one.periods} step={said.step} total={total.grossCents} />
    </section>
  );
}

const money = (sums: OneSums, name: (typeof TILES)[number], currency: string): string => {
  const cents = sums[name];
  return typeof cents === 'number' ? amount(cents, currency) : '–';
};

type TileProps = { name: string; value: string; now: number | null; past: number | null; said: Answer };

function Tile({ name, value, now, past, said }: TileProps) {
  const days = { from: dayOf(said.beforeFrom), to: dayOf(said.beforeTo) };
  const percent = now !== null && past ? Math.round(((now - past) * 100) / Math.abs(past)) : null;
  const change = percent === null ? null : `${percent > 0 ? '+' : ''}${whole(percent)} %`;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={ui.help}>{change === null ? w('beforeNothing', days) : w('before', { change, ...days })}</dd>
    </div>
  );
}
