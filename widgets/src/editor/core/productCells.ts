import { readCents } from '../../domain/money.ts';
import type { Edit } from './edit.ts';
import { at, isObject, type Json, listAt, plainText, textAt } from './json.ts';
import { amountOf, decimal, isPricedAsWhole, PRODUCT_TYPES, setPrice, VARIANTS } from './product.ts';

/** What a table says of each variant. */
export const VARIANT_COLUMNS = ['sku', 'price', 'salePrice', 'stock', 'weight', 'barcode'] as const;
export type VariantColumn = (typeof VARIANT_COLUMNS)[number];

/** Why a text cannot stand in a cell. */
export type Wrong = 'amount' | 'too-precise' | 'too-large' | 'negative' | 'stock' | 'weight' | 'skuNeeded' | 'skuTaken';
export type Wanted = { edits: Edit[] } | { wrong: Wrong };

/** How a cell says that something never runs out. */
export const ENDLESS = '∞';
/** The most pieces and grams that a file says. */
const MOST = 1_000_000_000;
const SHOP = '/structuredContent';
type Price = 'price' | 'salePrice';

/** Where a product says its amounts when it has none of its variants to say them. */
const holds = (node: Json | undefined, key: Price): boolean =>
  [key, `${key}Money`].some((name) => (at(node, `/${name}`) ?? null) !== null);

/**
 * The place of what a table shows in the row of the product itself: that of its only variant, or of the product when it is
 * priced as a whole. Nothing when its variants have rows of their own.
 */
export function placeOfOnly(item: Json): string | null {
  const variants = listAt(item, VARIANTS);
  const isWhole = isPricedAsWhole(Number(at(item, `${SHOP}/productType`) ?? PRODUCT_TYPES.physical));
  const own = at(item, SHOP);
  if (isWhole && (holds(own, 'price') || holds(own, 'salePrice') || variants.length === 0)) return SHOP;
  return variants.length === 1 || (isWhole && variants.length > 0) ? `${VARIANTS}/0` : null;
}

const isOnSale = (item: Json, place: string): boolean =>
  [place, ...(place === `${VARIANTS}/0` ? [SHOP] : [])].some((one) => at(item, `${one}/onSale`) === true);

/** What a file says, as it is written in a cell. */
export function cellText(item: Json, place: string, column: VariantColumn): string {
  const node = at(item, place);
  switch (column) {
    case 'price':
      return decimal(amountOf(node, 'price'));
    case 'salePrice':
      return isOnSale(item, place) ? decimal(amountOf(node, 'salePrice')) : '';
    case 'stock':
      return at(node, '/unlimited') === true ? ENDLESS : plainText(at(node, '/qtyInStock') ?? 0);
    case 'weight':
      return plainText(at(node, '/shippingWeight') ?? '').replace(/^0$/, '');
    case 'sku':
    case 'barcode':
      return textAt(node, `/${column}`);
  }
}

/**
 * The edits that set an amount of a file where the file says it, and nothing else: as a whole number, as a money value, or
 * as both.
 */
function setAmount(item: Json, place: string, key: Price, cents: number, currency: string): Edit[] {
  const node = at(item, place);
  const edits: Edit[] = [];
  const isSaid = (pointer: string) => (at(node, pointer) ?? null) !== null;
  if (isSaid(`/${key}`)) edits.push({ op: 'set', pointer: `${place}/${key}`, value: cents });
  for (const member of ['value', 'decimalValue'])
    if (isSaid(`/${key}Money/${member}`))
      edits.push({ op: 'set', pointer: `${place}/${key}Money/${member}`, value: decimal(cents) });
  return edits.length > 0 ? edits : setPrice(place, key, cents, currency);
}

/**
 * 12,5 and 1.234,50 and 1,234.50 as 12.5 and 1234.50. A sign with three digits behind it is not taken for either: 1,234 may
 * be two amounts.
 */
export function plainAmount(text: string): string {
  const bare = text.replace(/[\s'’]|^\p{Sc}|\p{Sc}$/gu, '').replace('−', '-');
  const [, whole, sign, fraction] = /^(-?\d{1,3}(?:[.,]\d{3})+)([.,])(\d{0,2})$/.exec(bare) ?? [];
  if (whole !== undefined && sign && !whole.includes(sign)) return `${whole.replace(/[.,]/g, '')}.${fraction}`;
  if (/^-?\d{1,3}([.,])\d{3}(\1\d{3})+$/.test(bare)) return bare.replace(/[.,]/g, '');
  return bare.replace(',', '.');
}

function amount(text: string): { cents: number } | { wrong: Wrong } {
  const read = readCents(plainAmount(text));
  if ('problem' in read) return { wrong: read.problem === 'not-a-number' ? 'amount' : read.problem };
  return read.cents < 0 ? { wrong: 'negative' } : read;
}

function count(text: string, wrong: Wrong): { number: number } | { wrong: Wrong } {
  const plain = text.replace(/\s/g, '');
  const number = Number(plain);
  return /^\d+$/.test(plain) && number <= MOST ? { number } : { wrong };
}

const set = (pointer: string, value: Json): Edit => ({ op: 'set', pointer, value });

/** The edits that make a file say what is written in a cell, or why it cannot. */
export function writeCell(item: Json, place: string, column: VariantColumn, typed: string, currency: string): Wanted {
  const text = typed.trim();
  const node = at(item, place);
  switch (column) {
    case 'sku': {
      if (text === '') return { wrong: 'skuNeeded' };
      const isTaken = listAt(item, VARIANTS).some(
        (one, index) => `${VARIANTS}/${index}` !== place && textAt(one, '/sku') === text,
      );
      return isTaken ? { wrong: 'skuTaken' } : { edits: [set(`${place}/sku`, text)] };
    }
    case 'price': {
      const read = amount(text);
      return 'wrong' in read ? read : { edits: setAmount(item, place, 'price', read.cents, currency) };
    }
    case 'salePrice': {
      const onSale = [place, SHOP].filter((one) => at(item, `${one}/onSale`) === true);
      if (text === '')
        return { edits: onSale.filter((one) => isObject(at(item, one))).map((one) => set(`${one}/onSale`, false)) };
      const read = amount(text);
      if ('wrong' in read) return read;
      const begins = isOnSale(item, place) ? [] : [set(`${place}/onSale`, true)];
      return { edits: [...setAmount(item, place, 'salePrice', read.cents, currency), ...begins] };
    }
    case 'stock': {
      const isEndless = at(node, '/unlimited') === true;
      if (text === ENDLESS) return { edits: isEndless ? [] : [set(`${place}/unlimited`, true)] };
      const read = count(text, 'stock');
      if ('wrong' in read) return read;
      return {
        edits: [set(`${place}/qtyInStock`, read.number), ...(isEndless ? [set(`${place}/unlimited`, false)] : [])],
      };
    }
    case 'weight': {
      const read = text === '' ? { number: 0 } : count(text, 'weight');
      return 'wrong' in read ? read : { edits: [set(`${place}/shippingWeight`, read.number)] };
    }
    case 'barcode':
      return { edits: [set(`${place}/barcode`, text)] };
  }
}
