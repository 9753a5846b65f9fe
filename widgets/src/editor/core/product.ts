import type { Edit } from './edit.ts';
import { at, isObject, type Json, type JsonObject, listAt, plainText, textAt } from './json.ts';

/** Kinds of products by number. */
export const PRODUCT_TYPES = { physical: 1, digital: 2, service: 3, giftCard: 4, paywall: 5 } as const;
export type ProductTypeName = keyof typeof PRODUCT_TYPES;

const SHOP = '/structuredContent';
/** Where a product's variants stand in its file. */
export const VARIANTS = `${SHOP}/variants`;
export const OPTION_ORDER = `${SHOP}/variantOptionOrdering`;
/** The most variants that one set of options may make: above it nobody finds theirs. */
export const MAX_VARIANTS = 250;

/** A choice of a product: Size, and what it may be. */
export type Option = { name: string; values: string[] };

/** What is shipped or done for somebody: the rest does not run out. */
export const hasStock = (type: number): boolean => type === PRODUCT_TYPES.physical || type === PRODUCT_TYPES.service;
/** Only what is shipped or done for somebody may be subscribed to (E-127). */
export const maySubscribe = (type: number): boolean => hasStock(type);
/** Priced by the product and not by its variants. */
export const isPricedAsWhole = (type: number): boolean =>
  type === PRODUCT_TYPES.digital || type === PRODUCT_TYPES.paywall;

/** 1400 as a file writes it: `14.00`. */
export const decimal = (cents: number): string => {
  const size = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`;
};
export const money = (cents: number, currency: string): JsonObject => ({ value: decimal(cents), currency });

/** The options that a product's variants have between them, in the owner's order. */
export function optionsOf(item: Json): Option[] {
  const variants = listAt(item, VARIANTS);
  const names = new Set(listAt(item, OPTION_ORDER).map(plainText));
  for (const variant of variants) for (const name of Object.keys(attributesOf(variant))) names.add(name);
  return [...names].map((name) => ({
    name,
    values: [...new Set(variants.map((variant) => attributesOf(variant)[name] ?? '').filter((value) => value !== ''))],
  }));
}

export function attributesOf(variant: Json | undefined): Record<string, string> {
  const attributes = at(variant, '/attributes');
  if (!isObject(attributes)) return {};
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, plainText(value)]));
}

/** Every combination of the options' values, the last option changing fastest; one empty one without options. */
export function combinations(options: readonly Option[]): Record<string, string>[] {
  return options
    .filter((option) => option.name.trim() !== '' && option.values.length > 0)
    .reduce<Record<string, string>[]>(
      (made, { name, values }) => made.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
      [{}],
    );
}

const initials = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .split(' ')
    .filter(Boolean)
    .map((word) => (/^\d/.test(word) ? word : word.slice(0, 3)))
    .join('')
    .toUpperCase();

/** A short name of a variant that no other has. */
export function freeSku(title: string, attributes: Record<string, string>, taken: ReadonlySet<string>): string {
  const wanted = [title, ...Object.values(attributes)].map(initials).filter(Boolean).join('-') || 'SKU';
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (!taken.has(`${wanted}-${n}`)) return `${wanted}-${n}`;
}

const fits = (variant: Json, wanted: Record<string, string>): boolean => {
  const attributes = attributesOf(variant);
  const names = Object.keys(wanted);
  return Object.keys(attributes).length === names.length && names.every((name) => attributes[name] === wanted[name]);
};

/**
 * The variants of a set of options: those that are there keep their price, stock and sku; new ones take the price of the
 * nearest. What no combination has any more goes.
 */
export function variantsFor(item: Json, options: readonly Option[], currency: string): Json[] {
  const old = listAt(item, VARIANTS);
  const title = at(item, '/title');
  const taken = new Set(old.map((variant) => textAt(variant, '/sku')));
  return combinations(options).map((attributes) => {
    const kept = old.find((variant) => fits(variant, attributes));
    if (kept !== undefined) return kept;
    // The one that agrees in most options, or the first.
    const near = old
      .map((variant) => {
        const own = attributesOf(variant);
        return { variant, agree: Object.entries(attributes).filter(([name, value]) => own[name] === value).length };
      })
      .sort((one, other) => other.agree - one.agree)[0]?.variant;
    const sku = freeSku(typeof title === 'string' ? title : '', attributes, taken);
    taken.add(sku);
    return {
      ...(isObject(near) ? near : newVariant(currency)),
      sku,
      attributes,
      optionValues: Object.values(attributes).map((value) => ({ value })),
      qtyInStock: 0,
    };
  });
}

export const newVariant = (currency: string): JsonObject => ({
  sku: '',
  attributes: {},
  optionValues: [],
  price: 0,
  priceMoney: money(0, currency),
  onSale: false,
  salePrice: 0,
  salePriceMoney: money(0, currency),
  qtyInStock: 0,
  unlimited: true,
});

/** The edits that give a product these options. */
export function setOptions(item: Json, options: readonly Option[], currency: string): Edit[] {
  const named = options.filter((option) => option.name.trim() !== '');
  return [
    { op: 'set', pointer: OPTION_ORDER, value: named.map((option) => option.name) },
    { op: 'set', pointer: VARIANTS, value: variantsFor(item, named, currency) },
  ];
}

/** The edits that set a price of a variant: as the shop counts it, and as templates read it. */
export function setPrice(place: string, key: PriceName, cents: number, currency: string): Edit[] {
  return [
    { op: 'set', pointer: `${place}/${key}`, value: cents },
    { op: 'set', pointer: `${place}/${key}Money`, value: money(cents, currency) },
  ];
}

const PRICES = ['price', 'salePrice'] as const;
type PriceName = (typeof PRICES)[number];
const says = (node: Json | undefined, key: PriceName): boolean =>
  [key, `${key}Money`].some((name) => (at(node, `/${name}`) ?? null) !== null);

/** An amount in cents as the shop reads it: the money value where it has one, else the whole number. */
export function amountOf(node: Json | undefined, key: PriceName): number {
  const money = at(node, `/${key}Money`);
  if ((at(money, '/value') ?? at(money, '/decimalValue') ?? null) !== null) return centsOf(money);
  const cents = at(node, `/${key}`);
  return typeof cents === 'number' ? cents : 0;
}

/** Where a product that is priced as a whole says an amount: in itself, or, without a price of its own, in its only variant. */
function placeOfAmount(item: Json | undefined, key: PriceName): string {
  const own = at(item, SHOP);
  return says(own, 'price') || says(own, key) || listAt(item, VARIANTS).length === 0 ? SHOP : `${VARIANTS}/0`;
}

/** An amount in cents of a product that is priced as a whole. */
export const wholeAmountOf = (item: Json | undefined, key: PriceName): number =>
  amountOf(at(item, placeOfAmount(item, key)), key);

/** Whether a product that is priced as a whole is on sale. */
export const isWholeOnSale = (item: Json | undefined): boolean =>
  [SHOP, placeOfAmount(item, 'salePrice')].some((place) => at(item, `${place}/onSale`) === true);

/** The edits by which a product that is priced as a whole has itself the values its variant had so far. */
function takeFromVariant(item: Json | undefined, currency: string): Edit[] {
  const moved = PRICES.filter((key) => placeOfAmount(item, key) !== SHOP);
  const onSale: Edit[] = moved.includes('salePrice')
    ? [{ op: 'set', pointer: `${SHOP}/onSale`, value: isWholeOnSale(item) }]
    : [];
  return [...moved.flatMap((key) => setPrice(SHOP, key, wholeAmountOf(item, key), currency)), ...onSale];
}

/** The edits that set an amount of a product that is priced as a whole. */
export const setWholePrice = (item: Json | undefined, key: PriceName, cents: number, currency: string): Edit[] => [
  ...takeFromVariant(item, currency),
  ...setPrice(SHOP, key, cents, currency),
];

/** The edits that put a product that is priced as a whole on sale, or end it. */
export const setWholeOnSale = (item: Json | undefined, value: boolean, currency: string): Edit[] => [
  ...takeFromVariant(item, currency),
  { op: 'set', pointer: `${SHOP}/onSale`, value },
];

/** Cents of a money value of a file. */
function centsOf(value: Json | undefined): number {
  const text = at(value, '/value') ?? at(value, '/decimalValue');
  const found = /^(-?)(\d*)(?:\.(\d{0,2}))?/.exec(
    typeof text === 'string' || typeof text === 'number' ? `${text}` : '',
  );
  const [, sign, whole = '', fraction = ''] = found ?? [];
  const cents = Number(`${whole || '0'}${fraction.padEnd(2, '0')}`);
  return sign ? -cents : cents;
}
