import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { cart, entry, product, variant } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import type { InstallmentContext } from '../contract/types.ts';
import { syncCart } from '../state/cartStore.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { read } from './Installments.island.tsx';
import { Installments } from './Installments.tsx';

const money = (value: string) => ({ value, currency: 'USD' });
const context = (over: Partial<InstallmentContext> = {}): InstallmentContext => ({
  afterPayAvailable: true,
  afterPayMin: money('1.00'),
  afterPayMax: money('100.00'),
  shopperLanguage: 'en',
  stripeAccountCountry: 'US',
  ...over,
});
const settings = {
  mainBrand: 'Quarterly',
  ukBrand: 'Fourths',
  popupBaseUrl: 'https://pay.example',
  installmentCount: 4,
};
const priced = (price: number) => product({ variants: [variant({ price })] });
const draw = (price = 10_000, over: Partial<InstallmentContext> = {}) => {
  openPage([priced(price)], { storeSettings: { installments: settings } });
  return render(<Installments product={priced(price)} context={context(over)} />);
};
const page = (locale: string) =>
  http.get(`https://pay.example/${locale}.html`, () => HttpResponse.html('<p>How it works</p>'));
const openPopup = async (name: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await settle();
};

test.each([
  [100, 'Quarterly available for orders between $1.00 and $100.00'],
  [101, 'or 4 interest-free payments of $0.26 with Quarterly'],
  [10_000, 'or 4 interest-free payments of $25.00 with Quarterly'],
  [10_001, 'Quarterly available for orders between $1.00 and $100.00'],
])('W-114 W-117 W-118 a price of %i says so', (price, message) => {
  draw(price);
  expect(screen.getByRole('button', { name: message })).toBeInTheDocument();
});

test('W-116 the brand follows the locale; elsewhere nothing is said', () => {
  draw(1000, { stripeAccountCountry: 'GB' }).unmount();
  const { container, unmount } = draw(1000, { stripeAccountCountry: 'DE' });
  expect(container).toBeEmptyDOMElement();
  unmount();
  draw(1000, { stripeAccountCountry: 'GB' });
  expect(screen.getByRole('button', { name: /with Fourths$/ })).toBeInTheDocument();
});

test('W-115 something not physical in the cart takes the message away', () => {
  const { container } = draw();
  act(() => {
    syncCart(cart({ entries: [entry({ productType: 2 })] }));
  });
  expect(container).toBeEmptyDOMElement();
});

test.each([
  ['W-108', /interest-free/],
  ['W-108', /^About/],
])('%s the popup opens from %s, W-110 and closes by its button', async (_id, opener) => {
  draw();
  server.use(page('en_US'));
  await openPopup(opener);
  expect(screen.getByRole('dialog', { name: 'About Quarterly' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('W-111 a click outside closes it, one inside does not', async () => {
  draw();
  server.use(page('en_US'));
  await openPopup(/^About/);
  await userEvent.click(screen.getByRole('heading', { name: 'About Quarterly' }));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test.each([
  ['en', 'GB', 'en_GB'],
  ['fr', 'CA', 'fr_CA'],
])('W-112 W-119 %s in %s asks the configured host for %s', async (shopperLanguage, stripeAccountCountry, locale) => {
  draw(1000, { shopperLanguage, stripeAccountCountry });
  server.use(page(locale));
  const seen = watchRequests();
  await openPopup(/^About/);
  expect(seen.map(({ path }) => path)).toEqual([`/${locale}.html`]);
});

test('W-113 a page that cannot be had is a warning in the console, and nothing else', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  draw();
  server.use(http.get('https://pay.example/*', () => new HttpResponse(null, { status: 404 })));
  await openPopup(/^About/);
  expect(warned).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('W-120 the page stands in a frame that may do nothing', async () => {
  draw();
  server.use(page('en_US'));
  await openPopup(/^About/);
  const frame = screen.getByTitle('About Quarterly');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame).toHaveAttribute('srcdoc', '<p>How it works</p>');
});

test.each([
  [true, true],
  [false, false],
])('W-107 with the feature flag %s the message stands: %s', (installmentPaymentPdp, stands) => {
  openPage([{ product: product(), installment: context() }], { featureFlags: { installmentPaymentPdp } });
  document.body.innerHTML = '<div data-widget="installments" data-item-id="loaf"></div>';
  expect(read(document.body.firstElementChild as HTMLElement) !== null).toBe(stands);
  document.body.replaceChildren();
});
