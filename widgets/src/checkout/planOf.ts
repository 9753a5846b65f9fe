import type { SubscriptionPlan } from '../contract/types.ts';
import { kept } from '../platform/kept.ts';
import { planKey } from '../state/plan.ts';

/** The plan that was chosen for a cart on the product's page, in this tab. */
export const planOf = (cartToken: string): SubscriptionPlan | null => kept<SubscriptionPlan>(planKey(cartToken));
