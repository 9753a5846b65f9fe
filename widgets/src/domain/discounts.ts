import type { AppliedDiscount } from '../contract/types.ts';

/** Those of delivery, or of the goods, and what they take off together, in minor units. */
export function discountsOf(all: AppliedDiscount[] | undefined, ofDelivery: boolean) {
  const named = (all ?? []).filter((one) => !!one.ofDelivery === ofDelivery);
  return { named, sum: named.reduce((sum, one) => sum + one.amountCents, 0) };
}
