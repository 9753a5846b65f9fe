import { render } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { expireCookie, writeCookie } from '../test/cookies.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { StripeFields } from './StripeFields.tsx';

const SESSION = '/api/site-users/account/card-session';
const fields = { mount: jest.fn(), destroy: jest.fn() };
const stripe = { elements: jest.fn(() => ({ create: () => fields, update: jest.fn() })) };
const ready = jest.fn();

beforeEach(() => {
  jest.clearAllMocks();
  openPage();
  writeCookie('crumb', 'c');
  (window as unknown as { Stripe?: unknown }).Stripe = () => stripe;
});
afterEach(() => {
  for (const name of ['crumb', 'SiteUserInfo']) expireCookie(name);
  delete (window as unknown as { Stripe?: unknown }).Stripe;
});

async function show(keepsCard = false) {
  const seen = watchRequests();
  render(<StripeFields publishableKey="pk_1" amount={700} currency="USD" keepsCard={keepsCard} onReady={ready} />);
  await settle(50);
  expect(fields.mount).toHaveBeenCalledTimes(1);
  expect(ready).toHaveBeenCalled();
  return seen.filter(({ path }) => path === SESSION).length;
}
const signIn = () => writeCookie('SiteUserInfo', '{"authenticated":true,"siteUserId":"u1"}');
const plain = { mode: 'payment', amount: 700, currency: 'usd' };

test('S-413 a member’s kept cards stand in the fields, which ask whether one may be kept', async () => {
  signIn();
  server.use(http.post(`*${SESSION}`, () => HttpResponse.json({ clientSecret: 'cuss_1' })));
  expect(await show()).toBe(1);
  expect(stripe.elements).toHaveBeenCalledWith({ ...plain, customerSessionClientSecret: 'cuss_1' });
});

test('S-413 where they cannot be had, the fields do without', async () => {
  signIn();
  server.use(http.post(`*${SESSION}`, () => HttpResponse.json({ error: 'Later.' }, { status: 503 })));
  await show();
  expect(stripe.elements).toHaveBeenCalledWith(plain);
});

test('S-413 a guest, and who begins a subscription, is asked nothing of the kind', async () => {
  expect(await show()).toBe(0);
  expect(stripe.elements).toHaveBeenCalledWith(plain);
  jest.clearAllMocks();
  signIn();
  expect(await show(true)).toBe(0);
  expect(stripe.elements).toHaveBeenCalledWith({ ...plain, setup_future_usage: 'off_session' });
});
