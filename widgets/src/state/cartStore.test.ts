import { HttpResponse, http } from 'msw';
import { cart, entry } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import { expireCookie, writeCookie } from '../test/cookies.ts';
import { openPage } from '../test/shop.ts';
import { $cart, cartStore, knownCart, loadCart } from './cartStore.ts';

beforeEach(() => {
  openPage();
  for (const name of ['hasCart', 'CART', 'SiteUserInfo']) expireCookie(name);
});

test('W-073 starts uninitialised and is initialised by its first sync', async () => {
  expect($cart.get()).toMatchObject({ initialised: false, cart: null });
  await loadCart();
  expect($cart.get()).toMatchObject({ initialised: true, cart: { totalQuantity: 0 } });
});

test('readers at the same time share one request', async () => {
  let calls = 0;
  server.use(
    http.get('*/api/commerce/shopping-cart', () => {
      calls += 1;
      return HttpResponse.json(cart());
    }),
  );
  await Promise.all([loadCart(), loadCart()]);
  expect(calls).toBe(1);
});

test('an answer older than a change does not undo it', async () => {
  let answer: (response: Response) => void = () => undefined;
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  server.use(
    http.get('*/api/commerce/shopping-cart', () => {
      asked();
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    }),
  );
  const reading = loadCart();
  await isAsked;
  await cartStore.add({ itemId: 'loaf', sku: 'LOAF', quantity: 2, additionalFields: '{}' });
  answer(HttpResponse.json(cart()));
  await reading;
  expect($cart.get().cart?.totalQuantity).toBe(2);
});

test('a change that fails leaves the cart as it was', async () => {
  await cartStore.add({ itemId: 'loaf', sku: 'LOAF', quantity: 1, additionalFields: '{}' });
  server.use(http.put('*/entries/:id', () => HttpResponse.json({ error: 'no' }, { status: 400 })));
  await expect(cartStore.changeQuantity('e1', 9)).rejects.toThrow('no');
  expect($cart.get().cart?.totalQuantity).toBe(1);
});

test.each([
  ['hasCart', 'true', 1],
  ['CART', 'token', 1],
  ['SiteUserInfo', '{"authenticated":true,"siteUserId":"u1"}', 1],
  ['SiteUserInfo', '{"authenticated":false}', 0],
  ['hasCart', 'false', 0],
  ['other', 'true', 0],
])('W-070 W-071 W-072 with the cookie %s=%s the cart is read %i times', async (name, value, times) => {
  let calls = 0;
  server.use(
    http.get('*/api/commerce/shopping-cart', () => {
      calls += 1;
      return HttpResponse.json(cart({ entries: [entry()] }));
    }),
  );
  writeCookie(name, value);
  await knownCart();
  expect(calls).toBe(times);
  expireCookie(name);
});

test('K-033 K-035 the page is told what it changed in the cart: what came in and what went, and nothing of what failed', async () => {
  const news: { added?: string; removed?: { itemId: string } }[] = [];
  const note = (event: Event) => news.push((event as CustomEvent<(typeof news)[number]>).detail);
  window.addEventListener('loggia:cart', note);
  await cartStore.add({ itemId: 'loaf', sku: 'LOAF', quantity: 1, additionalFields: '{}' });
  await cartStore.changeQuantity('e1', 3);
  await cartStore.remove('e1');
  server.use(http.post('*/entries', () => HttpResponse.json({ error: 'no' }, { status: 400 })));
  await cartStore.add({ itemId: 'loaf', sku: 'LOAF', quantity: 1, additionalFields: '{}' }).catch(() => undefined);
  window.removeEventListener('loggia:cart', note);
  expect(news.map(({ added, removed }) => [added, removed?.itemId])).toEqual([
    ['loaf', undefined],
    [undefined, undefined],
    [undefined, 'loaf'],
  ]);
});
