import type { InstallmentContext, Money, PageCurrency, StoreSettings } from '../contract/types.ts';
import { formatCents, parseCents } from './money.ts';
import { PRODUCT_TYPE, type ProductType } from './productType.ts';

export type Brand = 'main' | 'uk';

/** French in Canada is `fr_CA`, everything else `en_` and the account's country (C-077). */
export function installmentLocale(shopperLanguage: string, accountCountry: string): string {
  const language = (shopperLanguage.length < 2 ? 'en' : shopperLanguage.slice(0, 2)).toLowerCase();
  const country = accountCountry.trim().toUpperCase() || 'US';
  return language === 'fr' && country === 'CA' ? 'fr_CA' : `en_${country}`;
}

/** The brand of a locale; null where nothing is offered (C-071…C-073, W-116). */
export function installmentBrand(locale: string): Brand | null {
  switch (locale) {
    case 'en_US':
    case 'en_CA':
    case 'fr_CA':
    case 'en_AU':
    case 'en_NZ':
      return 'main';
    case 'en_GB':
      return 'uk';
    default:
      return null;
  }
}

/** Above the minimum and not above the maximum; a missing bound does not bind (C-068, C-069, W-114). */
export const isInRange = (price: number, minimum: number | null, maximum: number | null): boolean =>
  (minimum === null || price > minimum) && (maximum === null || price <= maximum);

/** Offered only when everything is physical (C-070, W-115); an empty cart forbids nothing. */
export const mayOfferInstallments = (types: readonly ProductType[]): boolean =>
  types.every((type) => type === PRODUCT_TYPE.physical);

const dividedUp = (cents: number, parts: number): number =>
  (cents - (cents % parts)) / parts + (cents % parts === 0 ? 0 : 1);

/** One of `count` payments, rounded up to what the currency can show (C-074, C-075, W-117). Minor units. */
export function installmentAmount(price: number, count: number, fractionDigits: number): number {
  const amount = dividedUp(price, Math.max(1, count));
  return fractionDigits > 0 ? amount : dividedUp(amount, 100) * 100;
}

export type InstallmentMessage = {
  inRange: boolean;
  locale: string;
  /** What fills the message's text. */
  values: { count: number; amount: string; brand: string; min: string; max: string };
};

/** The message beside a price; null when nothing is offered (C-068…C-077, W-118). */
export function installmentMessage(
  context: InstallmentContext,
  price: number,
  currency: PageCurrency,
  types: readonly ProductType[],
  settings: StoreSettings['installments'],
): InstallmentMessage | null {
  if (!context.afterPayAvailable || !mayOfferInstallments(types)) return null;
  const locale = installmentLocale(context.shopperLanguage, context.stripeAccountCountry);
  const brand = installmentBrand(locale);
  if (!brand) return null;
  const bound = (money: Money | null | undefined) => (money ? parseCents(money.value) : null);
  const [minimum, maximum] = [bound(context.afterPayMin), bound(context.afterPayMax)];
  const amount = installmentAmount(price, settings.installmentCount, currency.fractionDigits);
  return {
    inRange: isInRange(price, minimum, maximum),
    locale,
    values: {
      count: settings.installmentCount,
      amount: formatCents(amount, currency),
      brand: brand === 'uk' ? settings.ukBrand : settings.mainBrand,
      min: formatCents(minimum ?? 0, currency),
      max: formatCents(maximum ?? 0, currency),
    },
  };
}
