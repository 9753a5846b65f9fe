import type { ProductRow } from '../client/wire.ts';
import { apply, type Edit } from '../core/edit.ts';
import { at, isObject, type Json, listAt, textAt } from '../core/json.ts';
import { attributesOf, VARIANTS } from '../core/product.ts';
import { cellText, ENDLESS, placeOfOnly, VARIANT_COLUMNS, type VariantColumn } from '../core/productCells.ts';
import { STATUSES, type Status, statusOf } from '../core/status.ts';
import { addTag, LONGEST, removeTag, TAG_KEY, type TagType, tagProblem, textsOf } from '../core/tags.ts';
import { readWords, writeWords } from '../sheet/tsv.ts';

/** What the table says of a product besides what it says of variants. */
export type OwnColumn = 'title' | 'status' | 'tags' | 'categories';
export type ColumnId = OwnColumn | VariantColumn;
export const isOfVariant = (column: string): column is VariantColumn =>
  (VARIANT_COLUMNS as readonly string[]).includes(column);

/** The row of a product by its file, or of one of its variants. */
export const rowKey = (path: string, variant?: number): string => (variant === undefined ? path : `${path}#${variant}`);
export function readKey(key: string): { path: string; variant?: number } {
  const hash = key.lastIndexOf('#');
  return hash < 0 ? { path: key } : { path: key.slice(0, hash), variant: Number(key.slice(hash + 1)) };
}

/** Where the values of a row stand in the product's file; nothing where its variants have rows of their own. */
export const placeOf = (json: Json, variant: number | undefined): string | null =>
  variant === undefined ? placeOfOnly(json) : `${VARIANTS}/${variant}`;

export const variantCount = (json: Json): number => (placeOfOnly(json) === null ? listAt(json, VARIANTS).length : 0);
export const variantName = (json: Json, variant: number): string => {
  const one = at(json, `${VARIANTS}/${variant}`);
  return Object.values(attributesOf(one)).join(' / ') || textAt(one, '/sku');
};

/** Every place that a product says a value of a variant at. */
export const placesOf = (json: Json): string[] => {
  const only = placeOfOnly(json);
  return only === null ? listAt(json, VARIANTS).map((_, index) => `${VARIANTS}/${index}`) : [only];
};

const hundredths = (text: string): number => Number(text.replace('.', ''));

/** The least and the most that a product costs, as decimal texts; nothing where it says no amount. */
export function amountsOf(json: Json, column: 'price' | 'salePrice'): [least: string, most: string] | null {
  const sorted = placesOf(json)
    .map((place) => cellText(json, place, column))
    .filter((text) => text !== '')
    .sort((one, other) => hundredths(one) - hundredths(other));
  const [least, most] = [sorted[0], sorted.at(-1)];
  return least === undefined || most === undefined ? null : [least, most];
}

/** What the row of a product with several variants says of all of them: from the least to the most, or together. */
export function summary(json: Json, column: VariantColumn): string {
  const texts = placesOf(json).map((place) => cellText(json, place, column));
  if (column === 'stock')
    return texts.includes(ENDLESS) ? ENDLESS : String(texts.reduce((sum, text) => sum + Number(text), 0));
  if (column === 'price' || column === 'salePrice') {
    const [least, most] = amountsOf(json, column) ?? ['', ''];
    return least === most ? least : `${least} – ${most}`;
  }
  const said = texts.filter((text) => text !== '');
  return new Set(said).size === 1 ? (said[0] ?? '') : '';
}

export type Order = { column: ColumnId; isDown: boolean };
export type Wish = { words: string; status: Status | null; order: Order | null };

const NUMBERS: readonly ColumnId[] = ['price', 'salePrice', 'stock', 'weight'];

/** What a product is ordered by: its least amount, what there is in all, or its words. */
function measure(json: Json, column: ColumnId): number | string {
  if (column === 'status') return STATUSES.indexOf(statusOf(textAt(json, '/status') || undefined));
  if (column === 'title') return textAt(json, '/title');
  if (column === 'tags' || column === 'categories')
    return textsOf(json, column === 'tags' ? 'tag' : 'category').join(' ');
  const texts = placesOf(json).map((place) => cellText(json, place, column));
  if (!NUMBERS.includes(column)) return texts[0] ?? '';
  const numbers = texts.filter((text) => text !== '').map((text) => (text === ENDLESS ? Infinity : hundredths(text)));
  if (column === 'stock') return numbers.reduce((sum, number) => sum + number, 0);
  return numbers.length > 0 ? Math.min(...numbers) : -1;
}

const has = (json: Json, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const skus = listAt(json, VARIANTS).map((one) => `${textAt(one, '/sku')} ${textAt(one, '/barcode')}`);
  const text = [textAt(json, '/title'), ...skus, ...textsOf(json, 'tag'), ...textsOf(json, 'category')]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The products that are wished for, in the order that is. */
export function arranged(
  products: readonly ProductRow[],
  jsonOf: (path: string) => Json,
  wish: Wish,
  locale: string,
): string[] {
  const words = wish.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = products
    .map(({ path }) => path)
    .filter((path) => {
      const json = jsonOf(path);
      return (
        (wish.status === null || statusOf(textAt(json, '/status') || undefined) === wish.status) && has(json, words)
      );
    });
  const { order } = wish;
  if (!order) return found;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const way = order.isDown ? -1 : 1;
  return found
    .map((path) => ({ path, by: measure(jsonOf(path), order.column) }))
    .sort(({ by: one }, { by: other }) =>
      typeof one === 'string' || typeof other === 'string'
        ? way * compare(String(one), String(other))
        : one === other
          ? 0
          : way * (one < other ? -1 : 1),
    )
    .map(({ path }) => path);
}

/** The words of a product as a cell writes them. */
export const wordsText = (json: Json, type: TagType): string => writeWords(textsOf(json, type));

/** The edits that give a product these words: what stays is left where it is. Or the word that is too long. */
export function setWords(json: Json, type: TagType, text: string): { edits: Edit[] } | { tooLong: string } {
  const wanted = readWords(text);
  const tooLong = wanted.find((word) => tagProblem(type, word, []) === 'tags.tooLong');
  if (tooLong !== undefined) return { tooLong };
  const was = textsOf(json, type);
  const kept = was.filter((word) => wanted.includes(word));
  const added = wanted.filter((word) => !was.includes(word));
  // Another order is another list.
  if (kept.concat(added).join('\n') !== wanted.join('\n'))
    return { edits: [{ op: 'set', pointer: `/${TAG_KEY[type]}`, value: wanted }] };
  const edits: Edit[] = [];
  let now = json;
  const also = (more: Edit[]) => {
    now = apply(now, more).document;
    edits.push(...more);
  };
  for (const word of was) if (!wanted.includes(word)) also(removeTag(now, type, word));
  for (const word of added) also(addTag(now, type, word));
  return { edits };
}

export const longestOf = (type: TagType): number => LONGEST[type];

/** A product has its name twice: as the page's title and as the shop's. */
export function setTitle(json: Json, title: string): Edit[] {
  const name = at(json, '/name');
  const isSame = name !== undefined && name === at(json, '/title');
  return [
    { op: 'set', pointer: '/title', value: title },
    ...(isSame ? [{ op: 'set' as const, pointer: '/name', value: title }] : []),
  ];
}

/** The edits that take a product to another status. Scheduled without a date to come would be published at once. */
export function setStatus(json: Json, next: Status, now: number): Edit[] {
  const planned = at(json, '/publishOn');
  const isLater = next === 'Scheduled' && !(typeof planned === 'number' && planned > now);
  return [
    { op: 'set', pointer: '/status', value: next },
    ...(isLater ? [{ op: 'set' as const, pointer: '/publishOn', value: now + 86_400_000 }] : []),
  ];
}

export const pictureOf = (json: Json): string =>
  isObject(at(json, '/mainImage')) ? textAt(json, '/mainImage/assetUrl') : '';
