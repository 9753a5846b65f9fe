import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { decimal } from '../core/product.ts';
import { useJson } from '../state/context.ts';
import { currencyIn } from '../state/currencyOf.ts';
import { t } from '../text/words.ts';
import { IconButton } from '../ui/Button.tsx';
import styles from '../ui/rows.module.css';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { CouponForm } from './CouponForm.tsx';

type Coupon = components['schemas']['Coupon'];
type Coupons = components['schemas']['CouponsAnswer'];

const worth = (coupon: Coupon, currency: string): string =>
  coupon.kind === 'percent' ? `${String(coupon.value)} %` : `${decimal(Number(coupon.value))} ${currency}`;

/** The coupons of the shop, and the coupons and discounts that the site's own file brings. */
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
  const { ofTheShop, ofTheSite, discounts = [], uses } = coupons.data;
  const used = (n: number, most?: number | null): string =>
    most ? t('store.usedOf', { n, most }) : t('store.used', { n });
  return (
    <div className={ui.stack}>
      {failed ? <Problem text={failed} /> : null}
      <ul style={{ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' }} aria-label={t('store.coupons')}>
        {[...ofTheShop, ...ofTheSite].map((coupon) => (
          <li key={coupon.code} className={styles.block}>
            <span className={styles.title}>
              <strong>{coupon.code}</strong> {worth(coupon, currency)} ·{' '}
              {used(uses[coupon.code.trim().toLowerCase()] ?? 0, coupon.usesInAll)}
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
        {discounts.map((discount) => (
          <li key={discount.id} className={styles.block}>
            <span className={styles.title}>
              <strong>{discount.name}</strong> {used(discount.uses, discount.usesInAll)}
            </span>
            <span className={ui.badge}>{t('store.couponOfSite')}</span>
          </li>
        ))}
      </ul>
      <CouponForm currency={currency} onMake={run} />
    </div>
  );
}
