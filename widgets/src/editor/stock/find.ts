import type { QueryClient } from '@tanstack/react-query';
import { call } from '../client/shop.ts';
import { listAt, textAt } from '../core/json.ts';
import { VARIANTS } from '../core/product.ts';
import { ALL_PRODUCTS } from '../state/useProducts.ts';
import { type Page, type Row, STOCK } from './stock.ts';

/** So long the products of the site are taken as they were. Milliseconds. */
const KNOWN = 300_000;

/** The number (SKU) of what has a barcode, as the site's files say it. */
async function skuOf(client: QueryClient, code: string): Promise<{ itemId: string; sku: string } | undefined> {
  // Asked for once, not at each scan.
  const products = client.fetchQuery({ ...ALL_PRODUCTS, staleTime: KNOWN });
  for (const { id, json } of await products)
    for (const variant of listAt(json, VARIANTS))
      if (textAt(variant, '/barcode') === code) return { itemId: id, sku: textAt(variant, '/sku') };
  return undefined;
}

/** What the shop has of these words: what has them as its number or barcode alone, else all that is found. */
export async function find(client: QueryClient, text: string): Promise<Row[]> {
  const search = async (words: string) =>
    (await call<Page>('GET', STOCK, { query: { view: 'ALL', text: words } })).variants;
  const own = await skuOf(client, text).catch(() => undefined);
  const found = await search(own?.sku ?? text);
  const exact = found.filter((row) =>
    own ? row.itemId === own.itemId && row.sku === own.sku : row.sku.toLowerCase() === text.toLowerCase(),
  );
  return exact.length > 0 ? exact : found;
}
