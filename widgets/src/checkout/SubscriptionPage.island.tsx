import type { BillingPeriod, SubscriptionPlan } from '../contract/types.ts';
import { planSpans } from '../domain/subscription.ts';
import type { Read } from '../island.ts';
import { money } from '../pageData.ts';
import { plural, text } from '../text/text.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { planOf } from './planOf.ts';

type Props = { cartToken: string; plan: SubscriptionPlan | null };

const PERIOD = { WEEK: 'periodWeek', MONTH: 'periodMonth', YEAR: 'periodYear' } as const satisfies Record<
  BillingPeriod['unit'],
  string
>;
const DURATION = { WEEK: 'durationWeek', MONTH: 'durationMonth', YEAR: 'durationYear' } as const satisfies Record<
  BillingPeriod['unit'],
  string
>;

/** '{price} every 2 weeks for 1 year' (W-094). */
export function planText(price: string, plan: SubscriptionPlan): string {
  const { every, lasts } = planSpans(plan);
  const period = plural(PERIOD[every.unit], every.n);
  if (!lasts) return text('subscriptionEvery', { price, period });
  return text('subscriptionEveryFor', { price, period, duration: plural(DURATION[lasts.unit], lasts.n) });
}

/** Stands on `data-widget="subscription"`: the cart of the token in the address, and how often it is paid. */
export default function SubscriptionPage({ cartToken, plan }: Props) {
  return (
    <CheckoutForm
      cartToken={cartToken}
      title={text('subscriptionTitle')}
      empty={<p role="status">{text('subscriptionNone')}</p>}
      above={(cart) => (plan ? <p>{planText(money(cart.subtotalCents), plan)}</p> : null)}
    />
  );
}

export const read: Read<Props> = () => {
  const cartToken = new URLSearchParams(window.location.search).get('cartToken') ?? '';
  return { cartToken, plan: planOf(cartToken) };
};
