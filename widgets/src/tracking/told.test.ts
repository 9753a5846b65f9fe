import { told } from './told.ts';

test('S-744 what is told of an address has nothing in it that opens a cart, an order or a payment', () => {
  for (const [address, said] of [
    ['', ''],
    ['?utm=x&q=key', '?utm=x&q=key'],
    ['/checkout?cartToken=abc', '/checkout'],
    ['?a=1&cart%54oken=abc&b=2', '?a=1&b=2'],
    ['?KEY=1&monkey=2', '?monkey=2'],
    ['https://shop.example/api/plain/order?order=7&key=9.x#top', 'https://shop.example/api/plain/order?order=7#top'],
    ['?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2', '?payment_intent=pi_1'],
    ['/a?token&signature=&until=3', '/a?until=3'],
    ['/a?%E0%A4%A=1&crumb=2', '/a?%E0%A4%A=1'],
    ['/a?x=?token=1', '/a?x=?token=1'],
  ] as const) {
    expect(told(address)).toBe(said);
  }
});
