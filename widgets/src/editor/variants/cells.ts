import type { Diagnostic } from '../core/change.ts';
import { type Edit, isInside } from '../core/edit.ts';
import { at, type Json, textAt } from '../core/json.ts';
import { hasStock, isPricedAsWhole, PRODUCT_TYPES, VARIANTS } from '../core/product.ts';
import { cellText, ENDLESS, type VariantColumn, type Wanted, type Wrong, writeCell } from '../core/productCells.ts';
import type { Cell, Column } from '../sheet/grid.ts';
import { t } from '../text/words.ts';
import { v } from './text.ts';
import type { Count, Counted } from './useCounts.ts';

/** What cells know besides the file: what the shop counts, and whether this person may change it. */
export type Around = { currency: string; counted: Counted; mayCount: boolean; faults: readonly Diagnostic[] };

/** The columns of what each variant says. */
export const variantColumns = (currency: string): (Column & { id: VariantColumn })[] => [
  { id: 'sku', label: t('product.sku'), width: 150 },
  { id: 'price', label: v('price', { currency }), width: 120, isNumber: true, keys: 'decimal' },
  { id: 'salePrice', label: v('salePrice', { currency }), width: 150, isNumber: true, keys: 'decimal' },
  { id: 'stock', label: t('product.stock'), width: 110, isNumber: true, keys: 'numeric' },
  { id: 'weight', label: v('weight'), width: 110, isNumber: true, keys: 'numeric' },
  { id: 'barcode', label: v('barcode'), width: 150 },
];

const POINTERS: Record<VariantColumn, readonly string[]> = {
  sku: ['/sku'],
  price: ['/price', '/priceMoney'],
  salePrice: ['/salePrice', '/salePriceMoney', '/onSale'],
  stock: ['/qtyInStock', '/unlimited'],
  weight: ['/shippingWeight'],
  barcode: ['/barcode'],
};

/** The first fault of what stands at one of these places. */
export function faultAt(faults: readonly Diagnostic[], places: readonly string[]): string | undefined {
  const found = faults.find(({ pointer }) =>
    places.some((place) => typeof pointer === 'string' && (pointer === place || isInside(pointer, place))),
  );
  return found?.message;
}

export const typeOf = (item: Json): number =>
  Number(at(item, '/structuredContent/productType') ?? PRODUCT_TYPES.physical);

/** How many the shop counts of a variant; nothing where the file says it. */
export function leftOf(item: Json, place: string, counted: Counted): number | null {
  if (counted.is !== 'shop' || at(item, `${place}/unlimited`) === true) return null;
  return counted.left.get(textAt(item, `${place}/sku`)) ?? null;
}

function stockLocked(item: Json, place: string, { counted, mayCount }: Around): string | undefined {
  if (!hasStock(typeOf(item))) return v('noStock');
  if (counted.is === 'asked') return v('countComes');
  if (counted.is === 'lost') return v('stockLost');
  return leftOf(item, place, counted) !== null && !mayCount ? v('countNotYours') : undefined;
}

/** What a cell of a variant shows. */
export function variantCell(item: Json, place: string, column: VariantColumn, around: Around): Cell {
  const fault = faultAt(
    around.faults,
    POINTERS[column].map((pointer) => place + pointer),
  );
  const text = cellText(item, place, column);
  if (column === 'stock') {
    const locked = stockLocked(item, place, around);
    const left = leftOf(item, place, around.counted);
    if (!hasStock(typeOf(item))) return { text: '', locked };
    return { text: left === null ? text : String(left), fault, locked };
  }
  // What is priced as a whole, a download, has no parcel; where it says its price itself it has no number either.
  const isWhole = isPricedAsWhole(typeOf(item));
  const isOwn = column === 'price' || column === 'salePrice' || (column !== 'weight' && place.startsWith(VARIANTS));
  if (isWhole && !isOwn) return { text: '', locked: v('wholeOnly') };
  return { text, fault };
}

/** What becomes of what is written into a cell of a variant: edits of the file, a count for the shop, or why it cannot stand. */
export function writeVariant(
  item: Json,
  place: string,
  column: VariantColumn,
  text: string,
  { currency, counted }: Around,
): { edits: Edit[] } | { count: Omit<Count, 'itemId'> } | { reason: string } {
  const wanted: Wanted = writeCell(item, place, column, text, currency);
  if ('wrong' in wanted) return { reason: reasonOf(wanted.wrong) };
  const left = column === 'stock' && text.trim() !== ENDLESS ? leftOf(item, place, counted) : null;
  if (left === null) return wanted;
  const quantity = Number(text.replace(/\s/g, ''));
  return { count: { sku: textAt(item, `${place}/sku`), quantity, expected: left } };
}

const reasonOf = (wrong: Wrong): string => v(`wrong.${wrong}`);
