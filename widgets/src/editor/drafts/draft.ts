import type { components } from '../../contract/schema.gen.ts';

type Schemas = components['schemas'];
export type Whole = Schemas['DeskDraft'];
export type Body = Schemas['DraftBody'];
export type DraftLine = Schemas['DraftLine'];
export type Page = Schemas['DraftPage'];

export const DRAFTS = '/api/commerce/desk/drafts';
export const pathOf = (id: string): string => `${DRAFTS}/${encodeURIComponent(id)}`;

/** A draft that nothing was entered of. */
export const emptyBody = (): Body => ({
  email: '',
  language: '',
  name: '',
  company: '',
  phone: '',
  shippingLocation: null,
  shippingOptionId: '',
  lines: [],
  discount: null,
  freeDelivery: false,
  note: '',
});

/** A line of a product of the catalogue. */
export const lineOf = (itemId: string, sku: string, title: string): DraftLine => ({
  ...{ itemId, sku, title, quantity: 1 },
  ...{ agreedPriceCents: null, priceCents: 0, ships: false, taxClass: '' },
});

/** The lines with one more: one more of a variant that is there already. */
export function withLine(lines: DraftLine[], added: DraftLine): DraftLine[] {
  const at = lines.findIndex(({ itemId, sku }) => itemId !== '' && itemId === added.itemId && sku === added.sku);
  if (at < 0) return [...lines, added];
  return lines.map((line, place) => (place === at ? { ...line, quantity: line.quantity + added.quantity } : line));
}
