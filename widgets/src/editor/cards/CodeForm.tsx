import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { MoneyField } from '../product/MoneyField.tsx';
import { useGoods } from '../product/useGoods.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Chosen } from '../ui/Chosen.tsx';
import { emptied, NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';
import { c } from './text.ts';

type Coupon = components['schemas']['Coupon'];
type Limits = Partial<components['schemas']['CouponLimits']>;

type Props = {
  currency: string;
  /** The code that is changed; none for a new one. */
  coupon?: Coupon;
  onMake: (what: () => Promise<unknown>) => Promise<boolean>;
};

/** A moment of a field, in this browser's time zone; none when nothing was chosen. */
const moment = (text: string): number | undefined => (text ? new Date(text).getTime() : undefined);

/** A moment as the text of such a field. */
function fieldOf(at: number | null | undefined): string {
  if (typeof at !== 'number') return '';
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** A code, new or changed: what it takes off, of what, for whom, when and how often. 0 uses are as many as come. */
export function CodeForm({ currency, coupon, onMake }: Props) {
  const [code, setCode] = useState(coupon?.code ?? '');
  const [kind, setKind] = useState<'percent' | 'amount'>(coupon?.kind ?? 'percent');
  const [percent, setPercent] = useState(coupon?.kind === 'percent' ? Number(coupon.value) : 10);
  const [cents, setCents] = useState(coupon?.kind === 'amount' ? Number(coupon.value) : 500);
  const [minimumCents, setMinimum] = useState(coupon?.minimumCents ?? 0);
  const [usesInAll, setUsesInAll] = useState(coupon?.usesInAll ?? 0);
  const [usesPerCustomer, setUsesPerCustomer] = useState(coupon?.usesPerCustomer ?? 0);
  const [starts, setStarts] = useState(fieldOf(coupon?.startsOn));
  const [ends, setEnds] = useState(fieldOf(coupon?.expiresOn));
  const [combinable, setCombinable] = useState(coupon?.combinable ?? false);
  const [firstOrderOnly, setFirstOrderOnly] = useState(coupon?.firstOrderOnly ?? false);
  const [products, setProducts] = useState<string[]>(coupon?.products ?? []);
  const [collections, setCollections] = useState<string[]>(coupon?.collections ?? []);
  const [groups, setGroups] = useState<string[]>(coupon?.groups ?? []);
  const [error, setError] = useState<{ code?: string; ends?: string }>({});
  const form = useRef<HTMLElement>(null);
  // The button stands far below the fields.
  useEffect(() => {
    if (error.code ?? error.ends) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const choices = useGoods();
  const known = useQuery({
    queryKey: ['customer-groups'],
    queryFn: () => call<components['schemas']['CustomerGroups']>('GET', '/api/commerce/customer-groups'),
  }).data?.groups;

  const make = async () => {
    // One that came from another shop may be spelled otherwise; it stays as it is.
    const name = coupon?.code ?? code.trim().toUpperCase();
    if (!coupon && !/^[A-Z0-9_-]{1,64}$/.test(name)) return setError({ code: t('store.couponCode') });
    const [startsOn, expiresOn] = [moment(starts), moment(ends)];
    if (startsOn !== undefined && expiresOn !== undefined && expiresOn <= startsOn)
      return setError({ ends: t('store.couponTime') });
    setError({});
    const limits: Limits = { minimumCents, combinable, firstOrderOnly, products, collections, groups };
    if (startsOn !== undefined) limits.startsOn = startsOn;
    if (expiresOn !== undefined) limits.expiresOn = expiresOn;
    if (usesInAll > 0) limits.usesInAll = usesInAll;
    if (usesPerCustomer > 0) limits.usesPerCustomer = usesPerCustomer;
    const json = { ...limits, kind, value: kind === 'percent' ? String(percent) : cents };
    await onMake(async () => {
      await call('PUT', `/api/commerce/coupons/${encodeURIComponent(name)}`, { json });
      if (!coupon) setCode(emptied(code, ''));
    });
  };

  const title = c(coupon ? 'change' : 'newCode');
  return (
    <section ref={form} className={styles.entry} aria-label={title}>
      {coupon ? null : <TextField label={t('store.code')} value={code} onChange={setCode} error={error.code} />}
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
      {known?.length || groups.length ? (
        <Chosen
          label={c('groups')}
          none={c('everybody')}
          choices={(known ?? []).map(({ key, name }) => ({ value: key, label: name }))}
          ids={groups}
          onChange={setGroups}
        />
      ) : null}
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
      <Button look="primary" onPress={() => make()}>
        {coupon ? c('save') : title}
      </Button>
    </section>
  );
}
