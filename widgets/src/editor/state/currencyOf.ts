import { DEFAULT_CURRENCY } from '../core/currency.ts';
import { jsonOf } from '../core/documents.ts';
import { type Json, textAt } from '../core/json.ts';
import type { Session } from './session.ts';

export const CURRENCY = '/websiteSettings/storeSettings/currency';

/** What the store counts in. */
export const currencyIn = (site: Json | undefined): string => textAt(site, CURRENCY) || DEFAULT_CURRENCY;

/** The same when site.json may not be open yet. */
export async function currencyOf(session: Session): Promise<string> {
  await session.open('site.json').catch(() => undefined);
  return currencyIn(jsonOf(session.$documents.get(), 'site.json'));
}
