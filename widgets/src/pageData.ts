import { setApiBase, setSiteUserToken } from './client/call.ts';
import type { Form, Merchandising, PageData, PageProduct, Product } from './contract/types.ts';
import { formatCents } from './domain/money.ts';
import { keptToken } from './platform/siteUser.ts';
import { initTexts } from './text/text.ts';

/** The script element that carries what a page tells its widgets. */
export const PAGE_DATA_ID = 'loggia-page-data';

/** What is looked at on a page that says nothing. A page of the generator's says everything. */
const NOTHING = {
  apiBaseUrl: '',
  website: { locale: 'en-US' },
  page: {},
  currency: { code: 'USD', fractionDigits: 2, prefix: '$', suffix: '' },
  storeSettings: { minimumOrderSubtotalCents: 0 },
  featureFlags: {},
  localizedStrings: {},
  products: [],
  forms: [],
} as unknown as PageData;

let page: (PageData & { shareButtonOptions?: unknown }) | undefined;

/**
 * The locale as `Intl` takes it: the calendar and the digits are those in which the page's own dates and amounts are
 * written, whatever the browser's tables prefer.
 */
function localeOf({ website, currency }: PageData): string {
  const { form } = currency;
  return `${website.locale || 'en-US'}-u-ca-gregory${form ? `-nu-${form.numberSystem ?? 'latn'}` : ''}`;
}

/** Sets what the page says: from its script, or in stories and tests. Texts and the API's address follow. */
export function setPageData(data: Partial<PageData>): PageData {
  page = { ...NOTHING, ...data };
  initTexts(page.localizedStrings, localeOf(page));
  setApiBase(page.apiBaseUrl);
  setSiteUserToken(keptToken());
  return page;
}

/** What the page says, read once. */
export function pageData(): PageData {
  if (page) return page;
  const script = document.getElementById(PAGE_DATA_ID);
  return setPageData(JSON.parse(script?.textContent || '{}') as Partial<PageData>);
}

/** An amount in minor units as this shop's shoppers read it. */
export const money = (cents: number): string => formatCents(cents, pageData().currency);

/** The services the owner chose to share on; the generator writes them where a page has share buttons. */
export const shareOptions = (): unknown => {
  pageData();
  return page?.shareButtonOptions;
};

export const pageProductOf = (itemId: string): PageProduct | undefined =>
  pageData().products.find(({ product }) => product.id === itemId);

export const productOf = (itemId: string): Product | undefined => pageProductOf(itemId)?.product;

export const formOf = (formId: string): Form | undefined => pageData().forms.find((form) => form.id === formId);

export const merchandisingOf = (itemId: string): Partial<Merchandising> => pageProductOf(itemId)?.merchandising ?? {};

/** The product of an element: named on it, around it or in it, else the only one of the page. */
export function itemIdOf(el: HTMLElement): string | undefined {
  const holder = el.closest<HTMLElement>('[data-item-id]') ?? el.querySelector<HTMLElement>('[data-item-id]');
  const named = el.dataset.productId ?? holder?.dataset.itemId;
  if (named) return named;
  const { products, page } = pageData();
  return page.itemId ?? (products.length === 1 ? products[0]?.product.id : undefined);
}

const own = (path: string): string => `${pageData().website.basePath ?? ''}${path}`;

/** Paths of the shop's own pages, in the language of the page (W-036, W-068). */
export const paths = {
  get cart() {
    return own('/cart');
  },
  get checkout() {
    return own('/checkout');
  },
  get confirmed() {
    return own('/checkout/confirmed');
  },
  subscription: (cartToken: string) => own(`/checkout/subscription?cartToken=${encodeURIComponent(cartToken)}`),
  giftCard: (itemId: string, sku: string) =>
    own(`/gift-card?itemId=${encodeURIComponent(itemId)}&sku=${encodeURIComponent(sku)}`),
};
