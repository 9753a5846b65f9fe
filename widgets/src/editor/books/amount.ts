import { decimal } from '../core/product.ts';

/** An amount with the code of its currency: the books hold currencies that the site no longer writes. */
export const amount = (cents: number, currency: string): string => `${decimal(cents)} ${currency}`;
