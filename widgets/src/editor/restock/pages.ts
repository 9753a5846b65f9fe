import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';

export type Listed = components['schemas']['SignUpGroup'];
export type Group = { productId: string; variantId: string };
export type SignUp = components['schemas']['ListedSignUp'];

const ROOT = '/api/site-users/account/notifications/restock';
type Page = { hasNextPage: boolean; nextPageCursor?: string | null };

/** Every page, one after the other, until there is none (E-137). */
async function every<P extends Page, T>(
  ask: (cursor: string | undefined) => Promise<P>,
  of: (page: P) => T[],
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await ask(cursor);
    all.push(...of(page));
    if (!page.hasNextPage || !page.nextPageCursor) return all;
    cursor = page.nextPageCursor;
  }
}

export const allGroups = (): Promise<Listed[]> =>
  every(
    (cursor) => call<components['schemas']['GroupsPage']>('GET', `${ROOT}/groups`, { query: { cursor } }),
    (page) => page.signUpGroups,
  );

export const allSignUps = ({ productId, variantId }: Group): Promise<SignUp[]> =>
  every(
    (cursor) => call<components['schemas']['SignUpsPage']>('GET', ROOT, { query: { productId, variantId, cursor } }),
    (page) => page.signUps,
  );
