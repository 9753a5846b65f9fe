import { paths, setPageData } from './pageData.ts';
import { DEFAULT_PAGE } from './test/defaultPage.ts';

test('G-053 the shop’s own pages are those of the page’s language', () => {
  setPageData({ website: { ...DEFAULT_PAGE.website, basePath: '/fr' } });
  expect([paths.cart, paths.checkout, paths.confirmed]).toEqual(['/fr/cart', '/fr/checkout', '/fr/checkout/confirmed']);
  expect(paths.subscription('a b')).toBe('/fr/checkout/subscription?cartToken=a%20b');
  expect(paths.giftCard('card', 'c-10')).toBe('/fr/gift-card?itemId=card&sku=c-10');
  setPageData({});
  expect(paths.cart).toBe('/cart');
});
