import { type Json, textAt } from '../../core/json.ts';

/** The country of the shop: the seller's, else that of the site's language, else the United States. */
export function homeOf(site: Json | undefined): string {
  const seller = textAt(site, '/seller/country').trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(seller)) return seller;
  const locale = textAt(site, '/website/locale') || textAt(site, '/website/language');
  return /-([A-Z]{2})$/.exec(locale)?.[1] ?? 'US';
}
