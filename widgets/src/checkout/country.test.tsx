import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { entry } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import CheckoutPage from './CheckoutPage.island.tsx';

const digital = { entries: [entry({ productType: 2 })], requiresShipping: false, asksCountry: true };
const open = async (holds: Parameters<typeof mockCart>[0]) => {
  openPage();
  mockCart(holds);
  render(<CheckoutPage />);
  await settle(50);
};
const places = (seen: ReturnType<typeof watchRequests>) =>
  seen
    .filter(({ path }) => path.endsWith('/shipping-location'))
    .map(({ body }) => (body as { country: string }).country);

test('S-334 a country is asked about when it is chosen, once for the keys on the way to it, and keeps the focus', async () => {
  await open(digital);
  const field = screen.getByLabelText(/^Country/);
  field.focus();
  const seen = watchRequests();
  for (const country of ['DE', 'DK', 'FR']) fireEvent.change(field, { target: { value: country } });
  expect(places(seen)).toEqual([]);
  await waitFor(() => expect(places(seen)).toEqual(['FR']));
  expect(field).toHaveFocus();
  expect(field).toHaveValue('FR');
  // Left afterwards, the same is not asked again.
  fireEvent.blur(field);
  await settle(50);
  expect(places(seen)).toEqual(['FR']);
});

test('S-330 where taxes differ by postal code it is asked for what is not shipped', async () => {
  await open({ ...digital, asksPostalCode: true });
  await userEvent.selectOptions(screen.getByLabelText(/^Country/), 'US');
  expect(await screen.findByLabelText(/^ZIP code/)).toHaveAttribute('autocomplete', 'shipping postal-code');
  expect(screen.queryByLabelText(/^City/)).not.toBeInTheDocument();
});
