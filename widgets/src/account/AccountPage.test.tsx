import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { setPageData } from '../pageData.ts';
import { expireCookie, writeCookie } from '../test/cookies.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { AccountPage } from './AccountPage.tsx';

const ACCOUNT = '*/api/site-users/account';
const anonymous = { authenticated: false, signUpOpen: true };
const ann = { authenticated: true, signUpOpen: true, siteUserId: 'u1', email: 'ann@example.com', roles: [] };
const order = {
  id: '0001',
  createdOn: 1_795_240_800_000,
  state: 'FULFILLED',
  testMode: false,
  currency: 'USD',
  grandTotalCents: 4496,
  refundedCents: 500,
  lines: [{ productName: 'Mug', quantity: 2, unitPriceCents: 1850 }],
  tracking: { carrier: 'Post', trackingNumber: '1', trackingUrl: 'https://post.example/1' },
};
const pageOf = (orders: object[], nextPageCursor: string | null = null) => ({
  orders,
  hasNextPage: nextPageCursor !== null,
  nextPageCursor,
});

async function open(account: object, keyOfLetter: string | null = null, orders: object[] = [], cards: object[] = []) {
  server.use(
    http.get(`${ACCOUNT}/cards`, () => HttpResponse.json({ cards })),
    http.get(ACCOUNT, () => HttpResponse.json(account)),
    http.get(`${ACCOUNT}/orders`, () => HttpResponse.json(pageOf(orders))),
  );
  render(<AccountPage keyOfLetter={keyOfLetter} />);
  await settle();
}
const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await settle();
};

beforeEach(() => {
  openPage();
  writeCookie('crumb', 'c');
});
afterEach(() => {
  for (const name of ['crumb', 'SiteUserInfo']) expireCookie(name);
  localStorage.clear();
  sessionStorage.clear();
  setPageData({});
});

test('W-222 an account is asked for by its address alone, and the answer tells nothing of others', async () => {
  await open(anonymous);
  await press('Create an account');
  expect(screen.getByRole('heading', { level: 1, name: 'Create an account' })).toHaveFocus();
  server.use(http.post(ACCOUNT, () => HttpResponse.json({ sent: true })));
  const seen = watchRequests();
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), ' ann@example.com ');
  await press('Send the letter');
  expect(seen[0]).toMatchObject({ method: 'POST', body: { email: 'ann@example.com' } });
  expect(screen.getByText(/We have written to ann@example.com/)).toBeInTheDocument();
});

test('W-222 where the owner closed sign-up nobody is offered it', async () => {
  await open({ ...anonymous, signUpOpen: false });
  expect(screen.queryByRole('button', { name: 'Create an account' })).toBeNull();
  await press('Forgotten password');
  await press('Send the letter');
  expect(screen.getByText('Required')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
});

test('W-225 the key of a letter chooses the password, and its token goes with what comes after', async () => {
  await open(anonymous, 'key-1');
  server.use(http.put(`${ACCOUNT}/password`, () => HttpResponse.json({ xsrfToken: 'token-1' })));
  await userEvent.type(screen.getByLabelText('New password'), 'too short');
  await press('Save the password');
  expect(screen.getByText('Your password must have at least 10 characters.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('New password'), ' no more');
  server.use(http.get(ACCOUNT, () => HttpResponse.json(ann)));
  const seen = watchRequests();
  await press('Save the password');
  expect(seen[0]).toMatchObject({
    method: 'PUT',
    body: { key: 'key-1', password: 'too short no more', rememberMe: false },
  });
  expect(screen.getByText('You are logged in as ann@example.com.')).toBeInTheDocument();
  expect(sessionStorage.getItem('loggia:site-user')).toBe('token-1');
});

test('W-222 a key that is over leads to another letter', async () => {
  await open(anonymous, 'old');
  const over = 'This address is not valid any more. Please ask for a new letter.';
  server.use(http.put(`${ACCOUNT}/password`, () => HttpResponse.json({ error: over }, { status: 400 })));
  await userEvent.type(screen.getByLabelText('New password'), 'long enough, surely');
  await press('Save the password');
  expect(screen.getByText(over)).toBeInTheDocument();
  await press('Ask for a new letter');
  expect(screen.getByRole('heading', { level: 1, name: 'Forgotten password' })).toHaveFocus();
});

test('W-222 one’s own orders: what, when, how much, what went back, where it is', async () => {
  await open(ann, null, [order]);
  const shown = screen.getByRole('heading', { name: 'Order 0001' }).closest('li') as HTMLElement;
  expect(shown).toHaveTextContent('November 21, 2026 · Sent · $44.96');
  expect(within(shown).getByText('2 × Mug')).toBeInTheDocument();
  expect(shown).toHaveTextContent('$5.00 went back to you.');
  expect(within(shown).getByRole('link', { name: 'Follow the parcel' })).toHaveAttribute(
    'href',
    'https://post.example/1',
  );
});

test('S-651 S-652 an order is called by its number and leads to its page', async () => {
  const orderPage = '/api/plain/order?order=0001&key=1.x';
  await open(ann, null, [{ ...order, number: 1042, orderPage }]);
  const shown = screen.getByRole('heading', { name: 'Order #1042' }).closest('li') as HTMLElement;
  expect(within(shown).getByRole('link', { name: 'See the order: #1042' })).toHaveAttribute('href', orderPage);
});

const card = { id: 'c/1', brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2031 };
const debit = { id: 'c2', brand: 'sepa_debit', last4: '3000' };

test('S-413 kept cards are listed and removed; where there is none nothing is said of them', async () => {
  await open(ann);
  expect(screen.queryByText('Saved cards')).toBeNull();
  document.body.innerHTML = '';
  await open(ann, null, [], [card, debit]);
  const list = screen.getByRole('region', { name: 'Saved cards' });
  const rows = () =>
    within(list)
      .queryAllByRole('listitem')
      .map((row) => row.firstChild?.firstChild?.textContent);
  expect(rows()).toEqual(['Visa •••• 4242, valid until 04/2031', 'Sepa debit •••• 3000']);
  const remove = 'Remove: Visa •••• 4242, valid until 04/2031';
  server.use(http.delete(`${ACCOUNT}/cards/:id`, () => HttpResponse.json({ error: 'Later.' }, { status: 503 })));
  await press(remove);
  expect(within(list).getByRole('alert')).not.toBeEmptyDOMElement();
  expect(rows()).toHaveLength(2);
  server.use(http.delete(`${ACCOUNT}/cards/:id`, () => HttpResponse.json({ cards: [debit] })));
  const seen = watchRequests();
  await press(remove);
  expect(seen[0]).toMatchObject({ method: 'DELETE', path: '/api/site-users/account/cards/c%2F1' });
  expect(rows()).toEqual(['Sepa debit •••• 3000']);
  expect(screen.getByText('The card is removed.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Saved cards' })).toHaveFocus();
});

test('W-222 orders come a page at a time, and a page that does not come can be asked for again', async () => {
  server.use(
    http.get(ACCOUNT, () => HttpResponse.json(ann)),
    http.get(`${ACCOUNT}/cards`, () => HttpResponse.json({ cards: [] })),
    http.get(`${ACCOUNT}/orders`, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      return HttpResponse.json(cursor ? pageOf([{ ...order, id: '0000' }]) : pageOf([order], 'next'));
    }),
  );
  render(<AccountPage keyOfLetter={null} />);
  await settle();
  server.use(
    http.get(`${ACCOUNT}/orders`, () => HttpResponse.json({ error: 'Something went wrong' }, { status: 500 }), {
      once: true,
    }),
  );
  await press('More orders');
  await press('Try again');
  expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    'Order 0001',
    'Order 0000',
  ]);
  expect(screen.queryByRole('button', { name: 'More orders' })).toBeNull();
});

test('W-222 the account is removed by who knows its password', async () => {
  await open(ann);
  expect(screen.getByText('You have not ordered anything yet.')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Delete account', { selector: 'summary' }));
  server.use(
    http.post(`${ACCOUNT}/removal`, () => HttpResponse.json({ removed: true })),
    http.get(ACCOUNT, () => HttpResponse.json(anonymous)),
  );
  const seen = watchRequests();
  await press('Delete account');
  expect(seen).toEqual([]);
  await userEvent.type(screen.getAllByLabelText('Password').at(-1) as HTMLElement, 'secret words');
  await press('Delete account');
  expect(seen[0]).toMatchObject({ method: 'POST', body: { password: 'secret words' } });
  expect(screen.getByText('Your account is deleted.')).toBeInTheDocument();
});

test('W-090 a server that is away is said, and asked again', async () => {
  server.use(http.get(ACCOUNT, () => HttpResponse.error()));
  render(<AccountPage keyOfLetter={null} />);
  await settle();
  expect(screen.getByText('Please check your internet connection.')).toBeInTheDocument();
  server.use(http.get(ACCOUNT, () => HttpResponse.json(anonymous)));
  await press('Try again');
  expect(screen.getByRole('heading', { level: 1, name: 'Log in to your account' })).toBeInTheDocument();
});
