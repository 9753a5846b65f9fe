import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../blocks/blocks.module.css';
import { call } from '../client/shop.ts';
import { decimal } from '../core/product.ts';
import { MoneyField } from '../product/MoneyField.tsx';
import { useJson } from '../state/context.ts';
import { t } from '../text/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { NumberField, Select, TextField } from '../ui/fields.tsx';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { currencyIn } from './currencyOf.ts';

type Coupon = components['schemas']['Coupon'];
type Coupons = components['schemas']['CouponsAnswer'];

const worth = (coupon: Coupon, currency: string): string =>
  coupon.kind === 'percent' ? `${String(coupon.value)} %` : `${decimal(Number(coupon.value))} ${currency}`;

/** The coupons of the shop, and those that the site's own file brings. */
export function CouponList() {
  const client = useQueryClient();
  const currency = currencyIn(useJson('site.json'));
  const coupons = useQuery({ queryKey: ['coupons'], queryFn: () => call<Coupons>('GET', '/api/commerce/coupons') });
  const [failed, setFailed] = useState<string | null>(null);
  const run = async (what: () => Promise<unknown>) => {
    setFailed(null);
    try {
      await what();
      await client.invalidateQueries({ queryKey: ['coupons'] });
      return true;
    } catch {
      setFailed(t('errors.unknown'));
      return false;
    }
  };
  if (coupons.isPending) return <Loading />;
  if (coupons.isError) return <CannotLoad retry={() => void coupons.refetch()} />;
  const { ofTheShop, ofTheSite } = coupons.data;
  return (
    <div className={ui.stack}>
      {failed ? <Problem text={failed} /> : null}
      <ul style={{ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' }} aria-label={t('store.coupons')}>
        {[...ofTheShop, ...ofTheSite].map((coupon) => (
          <li key={coupon.code} className={styles.block}>
            <span className={styles.title}>
              <strong>{coupon.code}</strong> {worth(coupon, currency)}
            </span>
            {ofTheShop.includes(coupon) ? (
              <IconButton
                icon="remove"
                label={t('list.removeNamed', { name: coupon.code })}
                onPress={() =>
                  void run(() => call('DELETE', `/api/commerce/coupons/${encodeURIComponent(coupon.code)}`))
                }
              />
            ) : (
              <span className={ui.badge}>{t('store.couponOfSite')}</span>
            )}
          </li>
        ))}
      </ul>
      <NewCoupon currency={currency} onMake={run} />
    </div>
  );
}

function NewCoupon({
  currency,
  onMake,
}: {
  currency: string;
  onMake: (what: () => Promise<unknown>) => Promise<boolean>;
}) {
  const [code, setCode] = useState('');
  const [kind, setKind] = useState<'percent' | 'amount'>('percent');
  const [percent, setPercent] = useState(10);
  const [cents, setCents] = useState(500);
  const [error, setError] = useState<string | undefined>();
  const make = async () => {
    const name = code.trim().toUpperCase();
    if (!/^[A-Z0-9_-]{1,64}$/.test(name)) return setError(t('store.couponCode'));
    setError(undefined);
    const json = kind === 'percent' ? { kind, value: String(percent) } : { kind, value: cents };
    if (await onMake(() => call('PUT', `/api/commerce/coupons/${encodeURIComponent(name)}`, { json }))) setCode('');
  };
  return (
    <section className={styles.entry} aria-label={t('store.newCoupon')}>
      <TextField label={t('store.code')} value={code} onChange={setCode} error={error} />
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
      <Button look="primary" onPress={() => void make()}>
        {t('store.newCoupon')}
      </Button>
    </section>
  );
}
