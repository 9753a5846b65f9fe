import { atom } from 'nanostores';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { at, type Json, textAt } from '../core/json.ts';
import { type Status, statusLabel, statusOf } from '../core/status.ts';
import { STOCK } from '../stock/stock.ts';
import { type Order, placesOf } from '../table/rows.ts';
import { numbers } from '../text/formats.ts';
import { totalOf } from '../variants/total.ts';
import type { Counted } from '../variants/useCounts.ts';

/** The lists of products: all, by whether shoppers see them, and by what is running out. */
export const VIEWS = ['ALL', 'VISIBLE', 'HIDDEN', 'LOW', 'OUT'] as const;
export type View = (typeof VIEWS)[number];

/** The orders that the list may have. */
export const ORDERS = ['own', 'title up', 'title down', 'price up', 'price down', 'stock up', 'stock down'] as const;
export type OrderName = (typeof ORDERS)[number];
export const isByStock = (name: OrderName): boolean => name.startsWith('stock');

/**
 * Products ordered by how many there are. `leftOf` says it: `null` for what never runs out, `undefined` for what has nothing to
 * count, which stands last in both directions.
 */
export function byStock(
  paths: readonly string[],
  leftOf: (path: string) => number | null | undefined,
  isDown: boolean,
): string[] {
  const way = isDown ? -1 : 1;
  const all = paths.map((path) => ({ path, left: leftOf(path) }));
  const counted = all.filter(({ left }) => left !== undefined);
  const amount = (left: number | null | undefined) => left ?? Number.POSITIVE_INFINITY;
  counted.sort(({ left: one }, { left: other }) =>
    amount(one) === amount(other) ? 0 : way * (amount(one) < amount(other) ? -1 : 1),
  );
  return [...counted, ...all.filter(({ left }) => left === undefined)].map(({ path }) => path);
}
export function orderOf(name: OrderName): Order | null {
  // What there is the shop counts: `byStock` orders by that.
  if (name === 'own' || isByStock(name)) return null;
  const [column, way] = name.split(' ');
  return { column: column === 'price' ? 'price' : 'title', isDown: way === 'down' };
}

/** Products that are shown at a time. */
export const PAGE = 50;

/** What is looked at of the list: whoever opens a product and comes back finds it so. */
export type Looked = {
  view: View;
  words: string;
  order: OrderName;
  page: number;
  /** The files of the products that an import brought, while only they are looked at. */
  brought: readonly string[] | null;
};
export const FIRST: Looked = { view: 'ALL', words: '', order: 'own', page: 0, brought: null };
export const $looked = atom<Looked>(FIRST);

/**
 * How many there are of a product: by the shop, and by its file until the shop has answered. `null` for what never runs out,
 * `undefined` for what has nothing to count.
 */
export function leftIn(json: Json, counted: Counted): number | null | undefined {
  const total = totalOf(json, placesOf(json), counted.is === 'asked' ? { is: 'file' } : counted);
  return total.is === 'known' ? total.left : undefined;
}

/** Where a product stands; nothing for one that shoppers see. `publishOn` is milliseconds since 1970. */
export const hiddenAs = (json: Json, now: number): Status | undefined => {
  const planned = at(json, '/publishOn');
  return statusLabel(
    statusOf(textAt(json, '/status') || undefined),
    typeof planned === 'number' ? planned : undefined,
    now,
  );
};

/** Pages of the shop's lists that are read: enough for two thousand variants that run out. */
const MOST_PAGES = 40;
type Page = components['schemas']['StockPage'];

/** The products that have a variant in one of the shop's lists, by their ids. */
export async function idsIn(view: 'LOW' | 'OUT'): Promise<string[]> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await call<Page>('GET', STOCK, { query: { view, text: '', cursor } });
    for (const { itemId } of answer.variants) ids.add(itemId);
    cursor = answer.nextPageCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return [...ids];
}

/** An amount or a range of amounts, each a decimal text as files write it, in the owner's language. */
export function amountText([least, most]: readonly [string, string], currency: string): string {
  // A decimal text is written digit for digit: it is never read as a floating number.
  const exact = (text: string) => text as Intl.StringNumericLiteral;
  try {
    const form = numbers({ style: 'currency', currency });
    return least === most ? form.format(exact(least)) : form.formatRange(exact(least), exact(most));
  } catch {
    // The code that the site names is of no currency: said as it is.
    return `${least === most ? least : `${least} – ${most}`} ${currency}`;
  }
}
