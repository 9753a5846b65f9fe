import type { components } from '../../contract/schema.gen.ts';
import { INVENTORY } from '../text/en/inventory.ts';
import { addTexts } from '../text/text.ts';

addTexts(INVENTORY);

type Schemas = components['schemas'];
export type Row = Schemas['StockRow'];
export type Page = Schemas['StockPage'];
export type View = Schemas['StockView'];
export type Cause = Schemas['StockCause'];

export const STOCK = '/api/commerce/desk/stock';
export const VIEWS: readonly View[] = ['ALL', 'LOW', 'OUT', 'UNCOUNTED'];
export const CAUSES: readonly Cause[] = ['RECEIVED', 'COUNTED', 'DAMAGED', 'RETURNED', 'CORRECTION', 'OTHER'];

export const nameOf = ({ title, options }: Pick<Row, 'title' | 'options'>): string =>
  options ? `${title}, ${options}` : title;

/** What is typed: `+6` and `-2` change it, `10` is what was counted; nothing for what is no whole number. */
export function wishOf(typed: string): { change: number } | { quantity: number } | null {
  const text = typed.trim().replace('−', '-');
  if (!/^[+-]?\d{1,7}$/.test(text)) return null;
  const number = Number(text);
  return /^[+-]/.test(text) ? { change: number } : { quantity: number };
}

/** How many there are then. */
export const afterOf = (available: number, wish: { change: number } | { quantity: number }): number =>
  'change' in wish ? available + wish.change : wish.quantity;
