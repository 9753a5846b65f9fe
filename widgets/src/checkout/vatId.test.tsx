import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { cart, entry } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import german from '../text/languages/de.ts';
import CheckoutPage from './CheckoutPage.island.tsx';

const holds = {
  entries: [entry({ purchasePriceCents: 12100, productType: 2, title: 'Guide' })],
  requiresShipping: false,
};
const field = () => screen.getByLabelText(/^VAT number/);
const rows = () => within(screen.getByRole('complementary', { name: 'Your order' })).getAllByRole('term');

/** The server answers the number with this of the cart. */
const answers = (change: object, status = 200) =>
  server.use(
    http.put('*/api/commerce/shopping-cart/vat-id', () =>
      HttpResponse.json(status === 200 ? { shoppingCart: { ...cart(holds), ...change } } : change, { status }),
    ),
  );

beforeEach(async () => {
  openPage();
  mockCart(holds);
  render(<CheckoutPage />);
  await settle(50);
  await userEvent.click(screen.getByText('Invoice: billing address, VAT number'));
});

const give = async (vatId: string) => {
  await userEvent.clear(field());
  if (vatId) await userEvent.type(field(), vatId);
  await userEvent.tab();
  await settle(50);
};

test('S-864 a number that takes the tax off is sent when it is typed, and the line and the total say so', async () => {
  answers({
    vatId: 'NL123456782B90',
    vatIdState: 'reverse-charge',
    reverseCharge: true,
    reliefCents: 2100,
    grandTotalCents: 10000,
  });
  const seen = watchRequests();
  await give('NL 123456782B90');
  expect(seen.filter(({ path }) => path.endsWith('/vat-id')).map(({ body }) => body)).toEqual([
    { vatId: 'NL 123456782B90' },
  ]);
  const line = rows().find(({ textContent }) => textContent === 'VAT 0 % – reverse charge');
  expect(line?.nextElementSibling).toHaveTextContent('-$21.00');
  expect(screen.getByRole('button', { name: 'Pay $100.00' })).toBeInTheDocument();
  expect(field()).toHaveAccessibleDescription('');
  // Left as it is, nothing is asked again; taken out, the server is told.
  answers({ vatId: '' });
  await give('');
  expect(rows().map(({ textContent }) => textContent)).not.toContain('VAT 0 % – reverse charge');
  expect(screen.getByRole('button', { name: 'Pay $121.00' })).toBeInTheDocument();
});

test.each([
  ['domestic', /^VAT is charged: this number is of the shop’s own country\./],
  ['outside', /no number of an EU member state\.$/],
  ['elsewhere', /not the number of the country where your order goes\.$/],
  ['refused', /\(VIES\) does not know this number\.$/],
  ['unconfirmed', /\(VIES\) does not answer at the moment\./],
])('S-864 why tax is charged all the same stands at the field: %s', async (vatIdState, said) => {
  answers({ vatId: 'DE136695976', vatIdState });
  await give('DE136695976');
  expect(field()).toHaveAccessibleDescription(said);
  expect(screen.getByRole('button', { name: 'Pay $121.00' })).toBeInTheDocument();
});

test('S-864 what is no number is said at the field', async () => {
  answers({ error: 'No.', code: 'vat-id-invalid', errors: { vatId: 'x' }, codes: { vatId: 'vat-id-invalid' } }, 400);
  await give('NL1');
  expect(field()).toHaveAccessibleDescription(/^This is not a VAT number/);
});

test('S-864 the line is in the words of the language', () => {
  expect(german.checkoutReverseCharge).toContain('Steuerschuldnerschaft des Leistungsempfängers');
});
