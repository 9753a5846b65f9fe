import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { getCollection } from '../client/editor.ts';
import { call } from '../client/shop.ts';
import { isProducts } from '../core/item.ts';
import { MoneyField } from '../product/MoneyField.tsx';
import { useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Chosen } from '../ui/Chosen.tsx';
import { NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';

type Limits = Partial<components['schemas']['CouponLimits']>;

type Props = { currency: string; onMake: (what: () => Promise<unknown>) => Promise<boolean> };

/** A moment of a field, in this browser's time zone; none when nothing was chosen. */
const moment = (text: string): number | undefined => (text ? new Date(text).getTime() : undefined);

/** A new coupon: what it takes off, of what, for whom, when and how often. 0 uses are as many as come. */
export function CouponForm({ currency, onMake }: Props) {
  const [code, setCode] = useState('');
  const [kind, setKind] = useState<'percent' | 'amount'>('percent');
  const [percent, setPercent] = useState(10);
  const [cents, setCents] = useState(500);
  const [minimumCents, setMinimum] = useState(0);
  const [usesInAll, setUsesInAll] = useState(0);
  const [usesPerCustomer, setUsesPerCustomer] = useState(0);
  const [starts, setStarts] = useState('');
  const [ends, setEnds] = useState('');
  const [combinable, setCombinable] = useState(false);
  const [firstOrderOnly, setFirstOrderOnly] = useState(false);
  const [products, setProducts] = useState<string[]>([]);
  const [collections, setCollections] = useState<string[]>([]);
  const [error, setError] = useState<{ code?: string; ends?: string }>({});
  const choices = useGoods();

  const make = async () => {
    const name = code.trim().toUpperCase();
    if (!/^[A-Z0-9_-]{1,64}$/.test(name)) return setError({ code: t('store.couponCode') });
    const [startsOn, expiresOn] = [moment(starts), moment(ends)];
    if (startsOn !== undefined && expiresOn !== undefined && expiresOn <= startsOn)
      return setError({ ends: t('store.couponTime') });
    setError({});
    const limits: Limits = { minimumCents, combinable, firstOrderOnly, products, collections };
    if (startsOn !== undefined) limits.startsOn = startsOn;
    if (expiresOn !== undefined) limits.expiresOn = expiresOn;
    if (usesInAll > 0) limits.usesInAll = usesInAll;
    if (usesPerCustomer > 0) limits.usesPerCustomer = usesPerCustomer;
    const json = { ...limits, kind, value: kind === 'percent' ? String(percent) : cents };
    if (await onMake(() => call('PUT', `/api/commerce/coupons/${encodeURIComponent(name)}`, { json }))) setCode('');
  };

  return (
    <section className={styles.entry} aria-label={t('store.newCoupon')}>
      <TextField label={t('store.code')} value={code} onChange={setCode} error={error.code} />
      <Select
        label={t('store.kind')}
        value={kind}
        choices={[
          { value: 'percent', label: t('store.percent') },
          { value: 'amount', label: t('store.amount') },
        ]}
        onChange={setKind}
      />
      {kind === 'percent' ? (
        <NumberField label={t('store.percent')} value={percent} least={1} most={100} onChange={setPercent} />
      ) : (
        <MoneyField label={t('store.amount')} cents={cents} currency={currency} onChange={setCents} />
      )}
      <MoneyField label={t('store.couponMinimum')} cents={minimumCents} currency={currency} onChange={setMinimum} />
      <Chosen
        label={t('store.couponProducts')}
        none={t('store.couponAll')}
        choices={choices.products}
        ids={products}
        onChange={setProducts}
      />
      <Chosen
        label={t('store.couponCollections')}
        none={t('store.couponAll')}
        choices={choices.collections}
        ids={collections}
        onChange={setCollections}
      />
      <NumberField
        label={t('store.usesInAll')}
        help={t('store.usesNone')}
        value={usesInAll}
        least={0}
        most={1_000_000}
        onChange={setUsesInAll}
      />
      <NumberField
        label={t('store.usesPerCustomer')}
        help={t('store.usesNone')}
        value={usesPerCustomer}
        least={0}
        most={1_000_000}
        onChange={setUsesPerCustomer}
      />
      <TextField label={t('store.startsOn')} type="datetime-local" value={starts} onChange={setStarts} />
      <TextField
        label={t('store.expiresOn')}
        type="datetime-local"
        value={ends}
        onChange={setEnds}
        error={error.ends}
      />
      <Switch label={t('store.combinable')} isOn={combinable} onChange={setCombinable} />
      <Switch label={t('store.firstOrderOnly')} isOn={firstOrderOnly} onChange={setFirstOrderOnly} />
      <Button look="primary" onPress={() => void make()}>
        {t('store.newCoupon')}
      </Button>
    </section>
  );
}

type Goods = { value: string; label: string };

/** The products and the shop pages there are. */
function useGoods(): { products: Goods[]; collections: Goods[] } {
  const shops = useSite().collections.filter(isProducts);
  const folders = shops.map(({ folder }) => folder);
  const found = useQuery({
    queryKey: ['collection', 'products', folders],
    queryFn: async () =>
      (await Promise.all(folders.map((folder) => getCollection({ folder, limit: 200 })))).flatMap((page) => page.items),
  });
  return {
    products: (found.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
    collections: shops.map(({ id, title }) => ({ value: id, label: title })),
  };
}
