import type { CheckoutAnswer } from '../contract/types.ts';
import { kept } from '../platform/kept.ts';
import { session } from '../platform/storage.ts';

const ORDER = 'loggia:order';

export type Receipt = { order: CheckoutAnswer; email: string };

/** From the checkout to the page that confirms, in this tab. */
export const keepReceipt = (receipt: Receipt): boolean => session.write(ORDER, JSON.stringify(receipt));
export const lastReceipt = (): Receipt | null => kept<Receipt>(ORDER);
