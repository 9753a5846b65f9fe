import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { useStore } from '../../state/useStore.ts';
import { failureText } from '../client/ask.ts';
import { call } from '../client/shop.ts';
import { at, textAt } from '../core/json.ts';
import { useJson, useSession, useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { NumberValue } from '../values/values.tsx';
import { Ledger } from './Ledger.tsx';

type Schemas = components['schemas'];
type Row = Schemas['StockRecord'];
const INVENTORY = '/api/commerce/inventory';
const MOST = 9_999_999;
/** How often the shop is asked again: orders take away from what it counts. Milliseconds. */
const EVERY_MS = 10_000;

/** What the shop counts of a product; nothing for one that it does not sell yet. */
async function countedOf(itemId: string): Promise<readonly Row[] | null> {
  // Asked of many, a product that is not sold yet is no mistake.
  const { items } = await call<Schemas['StocksAnswer']>('GET', `${INVENTORY}/stocks`, { query: { itemIds: itemId } });
  if (!items[itemId]) return null;
  // That answer may have been kept for a while; this one is of now.
  return (await call<Schemas['StockAnswer']>('GET', `${INVENTORY}/stock/`, { query: { itemId } })).results;
}

type Props = { path: string; place: string };

/**
 * How many there are of a variant. The file says it only until the shop sells the product: from then on the shop counts,
 * and its number is shown.
 */
export function StockField({ path, place }: Props) {
  const json = useJson(path);
  const [itemId, sku] = [textAt(json, '/id'), textAt(json, `${place}/sku`)];
  const built = useStore(useSession().$built);
  const client = useQueryClient();
  const key = ['stock', itemId];
  const stock = useQuery({ queryKey: key, queryFn: () => countedOf(itemId), refetchInterval: EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new build may be sold
  useEffect(() => void client.invalidateQueries({ queryKey: ['stock'] }), [client, built]);
  const row = stock.data?.find((one) => one.sku === sku);
  if (stock.isPending) return <p className={ui.help}>{t('common.loading')}</p>;
  if (stock.isError) return <Problem text={t('product.stockUnknown')} retry={() => void stock.refetch()} />;
  if (!row)
    return <NumberValue path={path} pointer={`${place}/qtyInStock`} label={t('product.stock')} least={0} most={MOST} />;
  const said = at(json, `${place}/qtyInStock`);
  return (
    <Counted
      itemId={itemId}
      row={row}
      place={place}
      said={typeof said === 'number' ? said : undefined}
      onDone={() => void client.invalidateQueries({ queryKey: key })}
    />
  );
}

type CountedProps = {
  itemId: string;
  row: Row;
  place: string;
  /** What the file says: it counted when the shop first sold the variant, and never since. */
  said: number | undefined;
  onDone: () => void;
};

/** By so many, or to a number that was counted. */
type Draft = { kind: 'count' | 'change'; number: number };

function Counted({ itemId, row, place, said, onDone }: CountedProps) {
  const mayCount = useSite().role.tools.includes('commerce');
  const [draft, setDraft] = useState<Draft | null>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [asksLedger, setAsksLedger] = useState(false);
  const begin = (kind: Draft['kind']) => {
    setError(undefined);
    setReason(t(kind === 'count' ? 'product.counted' : 'product.delivered'));
    setDraft({ kind, number: kind === 'count' ? row.qtyInStock : 0 });
  };
  const save = async ({ kind, number }: Draft) => {
    setError(undefined);
    // A count is of what was seen: an order that came in between is not in it.
    const what = kind === 'count' ? { quantity: number, expected: row.qtyInStock } : { change: number };
    try {
      await call('POST', `${INVENTORY}/adjustments`, { json: { itemId, sku: row.sku, ...what, reason } });
      setDraft(null);
    } catch (thrown) {
      setError(thrown instanceof Error && thrown.message ? thrown.message : failureText(thrown, t));
    }
    onDone();
  };
  const left = draft?.kind === 'change' ? row.qtyInStock + draft.number : null;
  return (
    <div className={ui.field} data-pointer={`${place}/qtyInStock`}>
      <span className={ui.label}>{t('product.stock')}</span>
      <output aria-label={t('product.stock')}>{row.unlimited ? t('product.unlimited') : String(row.qtyInStock)}</output>
      <span className={ui.help}>{t('product.shopCounts')}</span>
      {said !== undefined && !row.unlimited && said !== row.qtyInStock ? (
        <span className={ui.help}>{t('product.fileSaid', { n: said })}</span>
      ) : null}
      {error ? <Problem text={error} /> : null}
      {draft === null ? (
        <div className={ui.group} style={{ flexWrap: 'wrap' }}>
          {mayCount && !row.unlimited ? (
            <>
              <Button look="quiet" onPress={() => begin('count')}>
                {t('product.recount')}
              </Button>
              <Button look="quiet" onPress={() => begin('change')}>
                {t('product.addPieces')}
              </Button>
            </>
          ) : null}
          {mayCount ? (
            <Button look="quiet" aria-expanded={asksLedger} onPress={() => setAsksLedger(!asksLedger)}>
              {t('product.ledger')}
            </Button>
          ) : null}
        </div>
      ) : (
        <>
          <NumberField
            label={t(draft.kind === 'count' ? 'product.thereAre' : 'product.byHowMany')}
            value={draft.number}
            onChange={(number) => setDraft({ ...draft, number })}
            {...(draft.kind === 'count' ? { least: 0 } : {})}
            most={MOST}
          />
          {left === null ? null : <span className={ui.help}>{t('product.thenThereAre', { n: left })}</span>}
          <TextField label={t('product.why')} value={reason} onChange={setReason} maxLength={200} />
          <div className={ui.actions}>
            <Button onPress={() => setDraft(null)}>{t('common.cancel')}</Button>
            <Button
              look="primary"
              isDisabled={reason.trim() === '' || (left !== null && (draft.number === 0 || left < 0))}
              onPress={() => save(draft)}
            >
              {t('product.saveCount')}
            </Button>
          </div>
        </>
      )}
      {asksLedger ? <Ledger itemId={itemId} sku={row.sku} now={row.qtyInStock} /> : null}
    </div>
  );
}
