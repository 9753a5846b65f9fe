import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { entry } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import { place } from '../platform/go.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import CheckoutPage from './CheckoutPage.island.tsx';
import { NOWHERE } from './details.ts';

const BUY = '/api/commerce/checkout';
const point = {
  ...NOWHERE,
  country: 'US',
  region: 'CA',
  city: 'Los Angeles',
  postalCode: '90012',
  line1: '1 Oven Way',
};
const oven = { id: 'oven', name: 'Collect', costCents: 0, asksWindow: true, pickup: { address: point } };
const collected = {
  entries: [entry({ quantity: 1 })],
  shippingOptions: [oven],
  selectedShippingOption: oven,
  shippingLocation: { ...point, line1: '' },
};
const checkout = { asksPhone: false, asksBillingAddress: false, giftMessage: false, terms: null };

async function open(
  settings: Partial<typeof checkout> | object = {},
  holds: Parameters<typeof mockCart>[0] = collected,
) {
  openPage([], { storeSettings: { checkout: { ...checkout, ...settings } } });
  mockCart(holds);
  jest.spyOn(place, 'assign').mockImplementation(() => undefined);
  render(<CheckoutPage />);
  await settle(50);
  await userEvent.type(screen.getByLabelText(/^Email/), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Card number'), '4242424242424242');
}
const pay = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  await settle(50);
};
const bodyOf = (seen: ReturnType<typeof watchRequests>) => seen.find(({ path }) => path === BUY)?.body;

test('S-817 a day and a time are chosen, by keyboard alone, and bought', async () => {
  await open();
  await userEvent.type(screen.getByLabelText(/^Full name/), 'Ada Lovelace');
  const seen = watchRequests();
  await pay();
  expect(bodyOf(seen)).toBeUndefined();
  const day = await screen.findByLabelText('Day');
  expect(day).toHaveFocus();
  expect(day).toBeInvalid();
  expect(screen.getByText('Please choose a day and a time.')).toBeInTheDocument();
  expect(
    within(day)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['Select an option', 'Friday, November 27', 'Saturday, November 28']);
  await userEvent.selectOptions(day, 'Saturday, November 28');
  await pay();
  const time = screen.getByLabelText('Time');
  expect(time).toHaveFocus();
  await userEvent.selectOptions(time, '10:00');
  expect(time).not.toBeInvalid();
  await pay();
  expect(bodyOf(seen)).toMatchObject({
    shippingOptionId: 'oven',
    window: { day: '2026-11-28', from: '10:00', to: '11:00' },
  });
});

test('S-817 another day takes the time with it, and a window that somebody else took is asked for anew', async () => {
  await open();
  await userEvent.type(screen.getByLabelText(/^Full name/), 'Ada Lovelace');
  await userEvent.selectOptions(await screen.findByLabelText('Day'), 'Friday, November 27');
  await userEvent.selectOptions(screen.getByLabelText('Time'), '09:00');
  await userEvent.selectOptions(screen.getByLabelText('Day'), 'Saturday, November 28');
  expect(screen.getByLabelText('Time')).toHaveValue('');
  await userEvent.selectOptions(screen.getByLabelText('Time'), '09:00');
  const message = 'This time is not available any more. Please choose another one.';
  const left = [{ day: '2026-11-28', from: '10:00', to: '11:00' }];
  server.use(
    http.post(`*${BUY}`, () =>
      HttpResponse.json(
        {
          error: message,
          code: 'window-unavailable',
          errors: { window: message },
          codes: { window: 'window-unavailable' },
        },
        { status: 400 },
      ),
    ),
    http.get('*/api/commerce/delivery-windows', () => HttpResponse.json({ windows: left })),
  );
  await pay();
  const time = screen.getByLabelText('Time');
  expect(time).toHaveValue('');
  expect(time).toHaveFocus();
  expect(within(time).getAllByRole('option')).toHaveLength(2);
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
});

test('S-817 where no time is free it is said, and where nothing was answered it is asked again', async () => {
  let answers = 0;
  server.use(
    http.get('*/api/commerce/delivery-windows', () => {
      answers += 1;
      return answers === 1 ? HttpResponse.error() : HttpResponse.json({ windows: [] });
    }),
  );
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No time is free at the moment/)).toBeInTheDocument();
});

test('S-818 a gift has a message, and the terms are agreed to before anything is bought', async () => {
  await open({ giftMessage: true, terms: { page: '/terms', digest: 'abc123', translated: [] } });
  await userEvent.type(screen.getByLabelText(/^Full name/), 'Ada Lovelace');
  await userEvent.type(await screen.findByLabelText(/^Message for a gift/), 'Happy birthday!');
  await userEvent.selectOptions(screen.getByLabelText('Day'), 'Friday, November 27');
  await userEvent.selectOptions(screen.getByLabelText('Time'), '09:00');
  expect(screen.getByRole('link', { name: 'Read the terms' })).toHaveAttribute('href', '/terms');
  const seen = watchRequests();
  await pay();
  expect(bodyOf(seen)).toBeUndefined();
  const box = screen.getByRole('checkbox', { name: 'I agree to the terms of the shop' });
  expect(box).toHaveFocus();
  expect(box).not.toBeChecked();
  expect(screen.getByText('Please agree to the terms of the shop.')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  await pay();
  expect(bodyOf(seen)).toMatchObject({ buyer: { giftMessage: 'Happy birthday!', termsDigest: 'abc123' } });
});

test('S-818 a shop that asks nothing of it shows nothing and asks the server for nothing', async () => {
  const seen = watchRequests();
  await open({}, { entries: [entry({ productType: 2 })] });
  expect(screen.queryByLabelText('Day')).toBeNull();
  expect(screen.queryByLabelText(/gift/)).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /agree/ })).toBeNull();
  expect(seen.some(({ path }) => path.includes('delivery-windows'))).toBe(false);
});
