import type { SubscriptionPlan } from '../contract/types.ts';
import { session } from '../platform/storage.ts';

export const planKey = (cartToken: string) => `loggia:plan:${cartToken}`;

/** A subscription's plan, from the page it was chosen on to its own page: the cart does not carry it. */
export const keepPlan = (cartToken: string, chosen: SubscriptionPlan): boolean =>
  session.write(planKey(cartToken), JSON.stringify(chosen));
