import { go } from '../state/route.ts';

/** The customer who was asked for from elsewhere; "" for nobody. It is in no address: no log and no history of a browser has it. */
export const asked = { customer: '' };

/** Opens a customer. */
export function openCustomer(email: string): void {
  asked.customer = email;
  go('commerce', { tab: 'customers' });
}
