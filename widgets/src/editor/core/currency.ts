/** What a store may count in (the generator's table has the same). */
export const CURRENCIES = [
  'USD',
  'EUR',
  'AUD',
  'NOK',
  'CAD',
  'NZD',
  'DKK',
  'GBP',
  'HKD',
  'CHF',
  'MXN',
  'SGD',
  'SEK',
  'CZK',
  'ILS',
  'PHP',
  'RUB',
  'PLN',
  'THB',
  'MYR',
  'ARS',
  'BRL',
  'COP',
  'IDR',
  'INR',
  'JPY',
  'ZAR',
] as const;
export const DEFAULT_CURRENCY = 'USD';

/** Its name in the owner's language, with the code. */
export function currencyName(code: string, locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'currency' }).of(code);
  return name && name !== code ? `${name} (${code})` : code;
}
