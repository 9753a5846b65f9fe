import type { CheckoutAnswer, SubscriptionPlan } from '../contract/types.ts';
import { session } from '../platform/storage.ts';

/** What one page of the shop leaves for the next in this tab. */
const ORDER = 'loggia:order';
const plan = (cartToken: string) => `loggia:plan:${cartToken}`;

export type Receipt = { order: CheckoutAnswer; email: string };

const read = <T>(key: string): T | null => {
  const kept = session.read(key);
  if (!kept) return null;
  try {
    return JSON.parse(kept) as T;
  } catch {
    return null; // not ours to read
  }
};

export const keepReceipt = (receipt: Receipt): boolean => session.write(ORDER, JSON.stringify(receipt));
export const lastReceipt = (): Receipt | null => read<Receipt>(ORDER);
/** A subscription's plan, from the page it was chosen on to its own page: the cart does not carry it. */
export const keepPlan = (cartToken: string, chosen: SubscriptionPlan): boolean =>
  session.write(plan(cartToken), JSON.stringify(chosen));
export const planOf = (cartToken: string): SubscriptionPlan | null => read<SubscriptionPlan>(plan(cartToken));
