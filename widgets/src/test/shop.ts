import { http } from 'msw';
import { pageWith } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import type { PageData, PageProduct, Product } from '../contract/types.ts';
import { DEFAULT_PAGE, setPageData } from '../pageData.ts';
import { forgetCart } from '../state/cartStore.ts';
import { forgetChoices } from '../state/product.ts';

type Over = Parameters<typeof pageWith>[1];

/** A page of a shop with these products, an empty cart and nothing chosen. */
export function openPage(products: (Product | PageProduct)[] = [], over: Over = {}): PageData {
  forgetCart();
  forgetChoices();
  mockCart();
  return setPageData(pageWith(products, over, DEFAULT_PAGE));
}

export type Seen = { method: string; path: string; body: unknown; headers: Headers };

const bodyOf = (text: string): unknown =>
  text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));

/** Every request of the test, as it was sent. */
export function watchRequests(): Seen[] {
  const seen: Seen[] = [];
  const note = async ({ request }: { request: Request }) => {
    const text = await request.clone().text();
    const path = new URL(request.url).pathname;
    seen.push({ method: request.method, path, body: bodyOf(text), headers: request.headers });
  };
  server.use(http.all('*', note));
  return seen;
}
