import { useStore } from '@nanostores/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { failureText } from '../client/ask.ts';
import { call } from '../client/shop.ts';
import { textAt } from '../core/json.ts';
import { useJson, useSession, useSite } from '../state/context.ts';
import { t } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { NumberValue } from '../values/values.tsx';

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
  return (
    <Counted itemId={itemId} row={row} place={place} onDone={() => void client.invalidateQueries({ queryKey: key })} />
  );
}

type CountedProps = { itemId: string; row: Row; place: string; onDone: () => void };

function Counted({ itemId, row, place, onDone }: CountedProps) {
  const mayCount = useSite().role.tools.includes('commerce');
  const [counted, setCounted] = useState<number | null>(null);
  const [reason, setReason] = useState(() => t('product.counted'));
  const [error, setError] = useState<string | undefined>();
  const save = async (quantity: number) => {
    setError(undefined);
    try {
      await call('POST', `${INVENTORY}/adjustments`, { json: { itemId, sku: row.sku, quantity, reason } });
      setCounted(null);
      onDone();
    } catch (thrown) {
      setError(thrown instanceof Error && thrown.message ? thrown.message : failureText(thrown, t));
    }
  };
  const number = row.unlimited ? t('product.unlimited') : String(row.qtyInStock);
  return (
    <div className={ui.field} data-pointer={`${place}/qtyInStock`}>
      <span className={ui.label}>{t('product.stock')}</span>
      <output aria-label={t('product.stock')}>{number}</output>
      <span className={ui.help}>{t('product.shopCounts')}</span>
      {error ? <Problem text={error} /> : null}
      {counted === null ? (
        mayCount && !row.unlimited ? (
          <Button look="quiet" onPress={() => setCounted(row.qtyInStock)}>
            {t('product.recount')}
          </Button>
        ) : null
      ) : (
        <>
          <NumberField label={t('product.thereAre')} value={counted} onChange={setCounted} least={0} most={MOST} />
          <TextField label={t('product.why')} value={reason} onChange={setReason} maxLength={200} />
          <div className={ui.actions}>
            <Button onPress={() => setCounted(null)}>{t('common.cancel')}</Button>
            <Button look="primary" isDisabled={reason.trim() === ''} onPress={() => void save(counted)}>
              {t('product.saveCount')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
