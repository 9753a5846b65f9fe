import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import { Table } from '../books/Table.tsx';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Details } from '../ui/Details.tsx';
import { TextField } from '../ui/fields.tsx';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { fetchFile } from './Exports.tsx';
import { a, providerOf } from './text.ts';

type Day = components['schemas']['Closing'];
type One = components['schemas']['ClosingCurrency'];

/** How many payments and refunds are drawn. */
const SHOWN = 100;

/** A day as it is compared with the provider's payout. */
export function Closing() {
  const [chosen, setDay] = useState<string | null>(null);
  const day = chosen ?? '';
  const [failed, setFailed] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ['closing', day],
    queryFn: () => call<Day>('GET', '/api/commerce/accounting/closing', { query: { day } }),
    placeholderData: (last) => last,
    retry: false,
  });
  const said = found.data;
  const shown = day || said?.from || '';
  const typed = chosen ?? said?.from ?? '';
  const download = async () => {
    setFailed(null);
    try {
      await fetchFile(`/api/commerce/accounting/closing.csv?${new URLSearchParams({ day: shown })}`, 'closing.csv');
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
  };
  return (
    <section aria-label={a('closing')} className={ui.stack}>
      <h3 className={styles.title}>{a('closing')}</h3>
      {said ? <p className={ui.help}>{a('closingHelp', { zone: said.timeZone.replaceAll('_', ' ') })}</p> : null}
      <TextField label={a('day')} type="date" value={typed} onChange={setDay} />
      {found.isPending ? <Loading /> : null}
      {found.isError ? <CannotLoad retry={() => void found.refetch()} /> : null}
      {said && !found.isError ? (
        <>
          {said.waiting > 0 ? <Calm>{a('waiting', { n: said.waiting })}</Calm> : null}
          {said.currencies.length === 0 ? <p>{a('nothing')}</p> : null}
          {said.currencies.map((one) => (
            <Currency key={one.currency} one={one} />
          ))}
          {failed ? <Problem text={failed} /> : null}
          <div className={ui.actions}>
            <Button onPress={() => download()}>{a('closingFile')}</Button>
          </div>
        </>
      ) : null}
    </section>
  );
}

function Currency({ one }: { one: One }) {
  const { currency, methods, rows, cards } = one;
  const money = (cents: number) => amount(cents, currency);
  const more = one.leftOut + Math.max(0, rows.length - SHOWN);
  return (
    <>
      <Table
        label={a('methods', { currency })}
        heads={[a('provider'), a('payments'), a('taken'), a('refunds'), a('back'), a('net')]}
        rows={methods.map((method) => ({
          key: method.provider,
          cells: [
            providerOf(method.provider),
            String(method.payments),
            money(method.takenCents),
            String(method.refunds),
            money(method.backCents),
            money(method.netCents),
          ],
        }))}
      />
      {cards.spentCents !== 0 || cards.soldCents !== 0 ? (
        <p className={ui.help}>{a('cards', { spent: money(cards.spentCents), sold: money(cards.soldCents) })}</p>
      ) : null}
      {rows.length > 0 ? (
        <Details summary={a('rows', { currency })}>
          <Table
            label={a('rows', { currency })}
            heads={[a('document'), a('what'), a('provider'), a('amount'), a('reference')]}
            rows={rows.slice(0, SHOWN).map((row) => ({
              key: `${row.document} ${row.reference} ${row.kind}`,
              cells: [
                row.document,
                a(`kind.${row.kind}`),
                providerOf(row.provider),
                money(row.kind === 'BACK' ? -row.amountCents : row.amountCents),
                row.reference,
              ],
            }))}
          />
          {more > 0 ? <p className={ui.help}>{a('leftOut', { n: more })}</p> : null}
        </Details>
      ) : null}
    </>
  );
}
