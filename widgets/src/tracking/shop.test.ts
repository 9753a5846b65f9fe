import { product } from '../../mock-api/data.ts';
import { tell } from '../platform/tell.ts';
import { type Browser, IDLE_MS, openBrowser, pass } from './browser.fixture.ts';

const COUNTED = { featureFlags: { commerceVisitorMetrics: true } };
const loaf = product({ id: 'loaf', title: 'Rye loaf', collectionId: 'breads', productType: 1 });
const productPage = { ...COUNTED, page: { pageType: 2, itemId: 'loaf' }, products: [{ product: loaf }] };
const entry = { id: 'e-1', itemId: 'loaf', title: 'Rye loaf', productType: 1, purchasePriceCents: 450 };

let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => browser.close());

const EVENT_KEYS = ['websiteId', 'pageId', 'cartId', 'productItemId', 'type', 'title', 'collection'];
/** An event's own members: what stands behind those that every event has. */
const ownOf = (event: Record<string, unknown> | undefined) => Object.entries(event ?? {}).slice(24);

test('K-032 K-036 K-037 a product page is one visit, with website, page and product', async () => {
  browser.visit(productPage);
  await pass(IDLE_MS);
  expect(browser.pipeline('visit_product_page')).toHaveLength(1);
  expect(ownOf(browser.pipeline('visit_product_page')[0])).toEqual([
    ['websiteId', 'site-1'],
    ['pageId', 'page-1'],
    ['cartId', null],
    ['productItemId', 'loaf'],
    ['type', 1],
    ['title', 'Rye loaf'],
    ['collection', 'breads'],
  ]);
  expect(browser.pipeline('visit_product_page')[0]?.object_identifier).toBe('loaf');
});

test('K-033 K-036 K-037 an item that came into the cart is one add; a cart that was only read is none', async () => {
  browser.visit(productPage);
  await pass(IDLE_MS);
  tell('loggia:cart', { cart: { id: 'cart-1', entries: [] } });
  expect(browser.pipeline('add_to_cart')).toEqual([]);
  tell('loggia:cart', { cart: { id: 'cart-1', entries: [entry] }, added: 'loaf' });
  expect(browser.pipeline('add_to_cart')).toHaveLength(1);
  const own = ownOf(browser.pipeline('add_to_cart')[0]);
  expect(own.map(([key]) => key)).toEqual(EVENT_KEYS);
  expect(Object.fromEntries(own)).toMatchObject({ cartId: 'cart-1', productItemId: 'loaf', title: 'Rye loaf' });
});

test('K-033 an add before the tracker came is not lost', async () => {
  tell('loggia:cart', { cart: { id: 'cart-1', entries: [entry] }, added: 'loaf' });
  browser.visit(COUNTED);
  await pass(IDLE_MS);
  expect(browser.pipeline('add_to_cart')).toHaveLength(1);
});

test('K-034 K-037 the cart page is one view of the cart', async () => {
  browser.visit({ ...COUNTED, page: { pageType: 5 } });
  await pass(IDLE_MS);
  expect(browser.pipeline('view_cart')).toHaveLength(1);
  expect(browser.pipeline('visit_product_page')).toEqual([]);
});

test('K-035 K-037 an entry that is taken out is one removal, by its product', async () => {
  browser.visit({ ...COUNTED, page: { pageType: 5 } });
  await pass(IDLE_MS);
  tell('loggia:cart', { cart: { id: 'cart-1', entries: [] }, removed: entry });
  expect(browser.pipeline('remove_from_cart')).toHaveLength(1);
  expect(browser.pipeline('remove_from_cart')[0]).toMatchObject({ productItemId: 'loaf', object_identifier: 'loaf' });
});

test('K-051 without the flag nothing of the shop is told', async () => {
  browser.visit({ ...productPage, featureFlags: { analyticsTagV2: true } });
  await pass(IDLE_MS);
  tell('loggia:cart', { cart: { id: 'cart-1', entries: [entry] }, added: 'loaf' });
  const names = browser.sent('/api/v1/clanker/events').map(({ body }) => body);
  expect(names).toHaveLength(1);
  expect(names[0]).toContain('page_view');
});

describe('the pixel', () => {
  let asked: string[];
  beforeEach(() => {
    asked = [];
    jest.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((src) => void asked.push(src));
  });
  const buy = () => tell('loggia:cart', { cart: { id: 'cart-1', entries: [entry] }, added: 'loaf' });

  test('K-038 K-039 is asked for on a page view and an add, with the event and its value', async () => {
    browser.visit({ tracking: { pixelUrl: 'https://pixel.example/p?id=7' } });
    await pass(IDLE_MS);
    buy();
    expect(asked).toEqual([
      'https://pixel.example/p?id=7&event=page_view&value=0',
      'https://pixel.example/p?id=7&event=add_to_cart&value=450',
    ]);
  });

  test('K-038 K-039 is not asked for by a site that named none: no request leaves for another party', async () => {
    browser.visit(productPage);
    await pass(IDLE_MS);
    buy();
    expect(asked).toEqual([]);
    expect(new Set(browser.beacons.map(({ host }) => host))).toEqual(new Set([location.host]));
  });
});

describe('own events', () => {
  const order = {
    id: 'order-1',
    purchasedCartId: 'cart-1',
    testMode: true,
    websiteId: 'site-1',
    items: [{ sku: 'SQ1', productName: 'Rye loaf', quantity: 2, unitPrice: { value: '4.50', currency: 'USD' } }],
    grandTotal: { value: '11.80', currency: 'USD' },
    shippingTotal: { value: '2.00', currency: 'USD' },
    taxTotal: { value: '0.80', currency: 'USD' },
  };
  const sent = () => browser.requests.filter(({ path }) => path === '/api/events/RecordEvent');
  const fieldsOf = (body = '') => Object.fromEntries(new URLSearchParams(body));

  test('K-040 a completed order is one event, with these members and no other', async () => {
    browser.cookies.set('crumb', { value: 'c-1', attributes: '', expires: Infinity });
    browser.visit();
    await pass(IDLE_MS);
    tell('loggia:order', { ...order, nextBillingDate: 5, email: 'ada@example.com' });
    await pass(0);
    expect(sent()).toHaveLength(1);
    const { data = '', ...fields } = fieldsOf(sent()[0]?.body);
    expect(fields).toEqual({ crumb: 'c-1', event: 'order' });
    expect(JSON.parse(data)).toEqual(order);
  });

  test('K-044 an event of the site is form-encoded with crumb, event, data and its extra fields', async () => {
    browser.cookies.set('crumb', { value: 'c%2F1', attributes: '', expires: Infinity });
    browser.visit();
    await pass(IDLE_MS);
    tell('loggia:event', { event: 'bell', data: { loud: true }, door: 'back' });
    await pass(0);
    expect(sent()[0]?.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(fieldsOf(sent()[0]?.body)).toEqual({ door: 'back', crumb: 'c/1', event: 'bell', data: '{"loud":true}' });
  });

  test('K-044 a refusal that brings the crumb is answered once', async () => {
    browser.answer = () => {
      browser.cookies.set('crumb', { value: 'fresh', attributes: '', expires: Infinity });
      return new Response(null, { status: 403 });
    };
    browser.visit();
    await pass(IDLE_MS);
    tell('loggia:event', { event: 'bell' });
    await pass(0);
    expect(sent().map(({ body }) => fieldsOf(body).crumb)).toEqual(['', 'fresh']);
  });
});
