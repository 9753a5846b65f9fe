import { HttpResponse, http } from 'msw';
import type { Cart, CartEntry, Checkout, ProductCard, TotalChanged } from '../src/contract/types.ts';
import { addressForm, cart, comment, entry, review } from './data.ts';

/**
 * The API as the widgets know it, in memory: enough of its rules to show every state in stories and tests.
 * The real one is tested with the widgets in `e2e/`.
 */
let now: Cart = cart();
let orders = 0;
const PRICES: Record<string, number> = { LOAF: 600, 'C-S-L': 1800, 'C-L-L': 2800, G25: 2500, G50: 5000 };

/** Puts a cart in place; stories and tests begin with an empty one. */
export function mockCart(over: Partial<Cart> = {}): void {
  now = cart(over);
}

const settle = (entries: CartEntry[], over: Partial<Cart> = {}): Cart => {
  const { id, asksCountry, asksPostalCode, coupons, validCoupons, invalidCoupons } = now;
  const { shippingLocation = null, selectedShippingOption = null } = now;
  const kept = {
    ...{ id, asksCountry, asksPostalCode, coupons, validCoupons, invalidCoupons },
    ...{ shippingLocation, selectedShippingOption },
  };
  const next = cart({ ...kept, entries, ...over });
  const shippingOptions = next.shippingLocation
    ? [
        { id: 'post', name: 'Post', costCents: 500 },
        { id: 'courier', name: 'Courier', costCents: 1200 },
      ]
    : [];
  const discountCents = next.validCoupons.reduce((sum, each) => sum + each.discountCents, 0);
  const shippingCostCents = next.requiresShipping ? (next.selectedShippingOption?.costCents ?? 0) : 0;
  const grandTotalCents = next.subtotalCents - discountCents + shippingCostCents;
  const digest = `mock-${grandTotalCents}`;
  now = { ...next, shippingOptions, discountCents, shippingCostCents, grandTotalCents, digest };
  return now;
};
const notFound = () => HttpResponse.json({ error: 'Sorry, that item is no longer in your cart.' }, { status: 404 });
const CART = '*/api/commerce/shopping-cart';

export const handlers = [
  http.get(CART, () => HttpResponse.json(now)),
  http.get('*/api/commerce/products/cards', ({ request }) => {
    const ids = (new URL(request.url).searchParams.get('itemIds') ?? '').split(',');
    const card = (id: string) => [id, { title: id, url: `/shop/${id}`, picture: `/pictures/${id}.svg` }] as const;
    return HttpResponse.json({ items: Object.fromEntries<ProductCard>(ids.map(card)) });
  }),
  http.get(`${CART}/estimate`, ({ request }) => {
    const at = new URL(request.url).searchParams;
    if (at.get('country') === 'US' && !at.get('region'))
      return HttpResponse.json(
        { error: 'Please enter your state or region.', code: 'region-missing' },
        { status: 400 },
      );
    const ways = at.get('country') === 'AX' ? [] : [{ id: 'post', name: 'Post', costCents: 500 }];
    const taxCents = Math.round(now.subtotalCents / 10);
    return HttpResponse.json({
      requiresShipping: now.requiresShipping,
      shippingOptions: ways,
      shippingCostCents: 500,
      taxCents,
      taxes: [],
      totalCents: now.subtotalCents + 500 + taxCents,
    });
  }),
  http.post(`${CART}/entries`, async ({ request }) => {
    const body = (await request.json()) as {
      itemId: string;
      sku: string | null;
      quantity: number;
      additionalFields: string;
    };
    const same = now.entries.find((each) => each.itemId === body.itemId && each.chosenVariant.sku === body.sku);
    const added = entry({
      id: same?.id ?? `e${now.entries.length + 1}`,
      itemId: body.itemId,
      title: body.itemId === 'loaf' ? 'Rye Loaf' : 'Almond Cake',
      chosenVariant: { sku: body.sku ?? '', attributes: {} },
      quantity: (same?.quantity ?? 0) + body.quantity,
      purchasePriceCents: PRICES[body.sku ?? ''] ?? 600,
      additionalFields: body.additionalFields,
    });
    const shoppingCart = settle(
      same ? now.entries.map((each) => (each === same ? added : each)) : [...now.entries, added],
    );
    return HttpResponse.json({ shoppingCart, newlyAdded: added });
  }),
  http.put(`${CART}/entries/:id`, async ({ params, request }) => {
    const { quantity } = (await request.json()) as { quantity: number };
    const old = now.entries.find(({ id }) => id === params.id);
    if (!old) return notFound();
    const updatedEntry = entry({ ...old, quantity, subTotal: quantity * old.purchasePriceCents });
    const shoppingCart = settle(now.entries.map((each) => (each === old ? updatedEntry : each)));
    return HttpResponse.json({ shoppingCart, updatedEntry });
  }),
  http.put(`${CART}/entries/:id/additionalFields`, async ({ params, request }) => {
    const { additionalFields } = (await request.json()) as { additionalFields: string };
    const old = now.entries.find(({ id }) => id === params.id);
    if (!old) return notFound();
    const updatedEntry = { ...old, additionalFields };
    return HttpResponse.json({
      shoppingCart: settle(now.entries.map((each) => (each === old ? updatedEntry : each))),
      updatedEntry,
    });
  }),
  http.delete(`${CART}/entries/:id`, ({ params }) =>
    HttpResponse.json({ shoppingCart: settle(now.entries.filter(({ id }) => id !== params.id)) }),
  ),
  http.post(`${CART}/coupons`, async ({ request }) => {
    const { promoCode: code } = (await request.json()) as { promoCode: string };
    const valid = code.toUpperCase() === 'FRESH';
    const coupon = valid
      ? { code, discountCents: 200, isGiftCard: false, problem: null }
      : { code, discountCents: 0, isGiftCard: false, problem: { code: 'coupon-unknown' as const } };
    const lists = valid
      ? { validCoupons: [...now.validCoupons, coupon] }
      : { invalidCoupons: [...now.invalidCoupons, coupon] };
    return HttpResponse.json({ shoppingCart: settle(now.entries, lists) });
  }),
  http.delete(`${CART}/coupons/:code`, ({ params }) => {
    const others = <T extends { code: string }>(list: T[]) => list.filter(({ code }) => code !== params.code);
    const lists = { validCoupons: others(now.validCoupons), invalidCoupons: others(now.invalidCoupons) };
    return HttpResponse.json({ shoppingCart: settle(now.entries, lists) });
  }),
  http.put(`${CART}/shipping-location`, async ({ request }) => {
    const shippingLocation = (await request.json()) as NonNullable<Cart['shippingLocation']>;
    return HttpResponse.json({ shoppingCart: settle(now.entries, { shippingLocation }) });
  }),
  http.put(`${CART}/shipping-option`, async ({ request }) => {
    const { id } = (await request.json()) as { id: string };
    const selectedShippingOption = now.shippingOptions.find((option) => option.id === id) ?? null;
    return HttpResponse.json({ shoppingCart: settle(now.entries, { selectedShippingOption }) });
  }),
  http.put(`${CART}/vat-id`, async ({ request }) => {
    const { vatId } = (await request.json()) as { vatId: string };
    return HttpResponse.json({ shoppingCart: settle(now.entries, { vatId }) });
  }),
  http.get('*/api/commerce/inventory/stock/', () =>
    HttpResponse.json({ results: [{ sku: 'LOAF', unlimited: false, qtyInStock: 12 }] }),
  ),
  http.post('*/api/3/commerce/cart/subscription', () => HttpResponse.json({ cartToken: 't1' })),
  http.get('*/api/commerce/address-form', ({ request }) => {
    const country = new URL(request.url).searchParams.get('country') ?? '';
    return HttpResponse.json(addressForm(country));
  }),
  http.get('*/api/commerce/delivery-windows', () =>
    HttpResponse.json({
      windows: ['2026-11-27', '2026-11-28'].flatMap((day) => [
        { day, from: '09:00', to: '10:00' },
        { day, from: '10:00', to: '11:00' },
      ]),
    }),
  ),
  http.get('*/api/commerce/shopping-cart/order', () => HttpResponse.json({ orderPage: null })),
  http.get('*/api/commerce/payment-settings', () => HttpResponse.json({ provider: 'test', testMode: true })),
  http.get('*/api/google-maps/places/autocomplete', () => HttpResponse.json({ predictions: [], available: true })),
  http.post('*/api/commerce/checkout', async ({ request }) => {
    const { totalCents, cartDigest } = (await request.json()) as Checkout;
    if (totalCents !== now.grandTotalCents || cartDigest !== now.digest) {
      const changed: TotalChanged = {
        error: 'The total changed. Please look at it and pay again.',
        code: 'total-changed',
        shownCents: totalCents ?? null,
        totalCents: now.grandTotalCents,
        currency: now.currency,
        cartDigest: now.digest,
        changes: ['prices'],
      };
      return HttpResponse.json(changed, { status: 409 });
    }
    orders += 1;
    return HttpResponse.json({
      id: `order-${orders}`,
      testMode: true,
      items: [],
      grandTotal: { value: '0.00', currency: 'USD' },
    });
  }),
  http.post('*/api/rest/forms/validate/:formId', () => HttpResponse.json({})),
  http.post('*/api/form/FormSubmissionKey', () =>
    HttpResponse.json({
      data: { key: 'key-1', work: { challenge: 'key-1', bits: 4, puzzles: 2, shortest: 0, lifetime: 3_600_000 } },
    }),
  ),
  http.post('*/api/form/SaveFormSubmission', () => HttpResponse.json({})),
  http.post('*/api/site-users/account/notifications/restock', () => HttpResponse.json({ successText: 'Signed up!' })),
  http.get('*/api/comments', () =>
    HttpResponse.json({
      comments: [comment(), comment({ id: 'c2', author: 'Bo', body: 'Is there one without seeds?' })],
      publicCommentCount: 2,
      hasNextPage: false,
    }),
  ),
  http.post('*/api/comments', () => HttpResponse.json(comment({ status: 'PENDING' }))),
  http.get('*/api/commerce/products/:id/reviews', () =>
    HttpResponse.json({
      reviews: [
        review(),
        review({
          id: 'r2',
          authorName: 'Cleo',
          rating: 4,
          title: 'Good, a little dark',
          body: 'I ask for a lighter one.',
        }),
      ],
      count: 2,
      average: 4.5,
      hasNextPage: false,
    }),
  ),
  http.post('*/api/commerce/products/:id/reviews', () => HttpResponse.json(review({ status: 'PENDING' }))),
  http.post('*/api/items/:id/like', () => HttpResponse.json({ likeCount: 4 })),
  http.post('*/api/site-users/account/session', () => HttpResponse.json({ xsrfToken: 'token' })),
  http.delete('*/api/site-users/account/session', () => HttpResponse.json({ success: true })),
  http.post('*/api/census/*', () => new HttpResponse(null, { status: 204 })),
  http.post('*/api/census/*/*', () => new HttpResponse(null, { status: 204 })),
];
