import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { entry } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import { CartPill } from '../cart/CartPill.tsx';
import { setPageData } from '../pageData.ts';
import { cartStore } from '../state/cartStore.ts';
import { expireCookie, writeCookie } from '../test/cookies.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { Account } from './Account.tsx';

const SESSION = '*/api/site-users/account/session';
const logsIn = () => server.use(http.post(SESSION, () => HttpResponse.json({ xsrfToken: 'token-1' })));
const fillIn = async (email: string, password: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('dialog');
  if (email) await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), email);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getAllByRole('button', { name: 'Log in' }).at(-1) as HTMLElement);
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

test('W-222 logging in asks for the person’s own cart, and the pill shows it', async () => {
  logsIn();
  render(
    <>
      <Account signedIn={false} />
      <CartPill />
    </>,
  );
  mockCart({ entries: [entry({ quantity: 4 })] });
  const seen = watchRequests();
  await fillIn('ada@example.com', 'secret words');
  expect(seen[0]).toMatchObject({
    method: 'POST',
    path: '/api/site-users/account/session',
    body: { email: 'ada@example.com', password: 'secret words', rememberMe: false },
  });
  expect(screen.getByRole('link', { name: '4 items in cart' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('W-222 what is missing is said at its field, and nothing is sent', async () => {
  render(<Account signedIn={false} />);
  const seen = watchRequests();
  await fillIn('ada', '');
  expect(screen.getByText(/^Email Address is not valid/)).toBeInTheDocument();
  expect(screen.getByText('Required')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  expect(seen).toEqual([]);
});

test('W-222 a wrong password is the server’s to say', async () => {
  server.use(http.post(SESSION, () => HttpResponse.json({ error: 'Incorrect email or password.' }, { status: 401 })));
  render(<Account signedIn={false} />);
  await fillIn('ada@example.com', 'wrong');
  expect(screen.getByText('Incorrect email or password.')).toBeInTheDocument();
});

test('W-225 the token goes with the first change after log-in, and with those of the next page', async () => {
  logsIn();
  render(<Account signedIn={false} />);
  await fillIn('ada@example.com', 'secret');
  const seen = watchRequests();
  await cartStore.addCoupon('FRESH');
  expect(seen[0]?.headers.get('x-siteuser-xsrf-token')).toBe('token-1');
  writeCookie('SiteUserInfo', '{"authenticated":true,"siteUserId":"u1"}');
  setPageData({}); // the next page
  await cartStore.removeCoupon('FRESH');
  expect(seen[1]?.headers.get('x-siteuser-xsrf-token')).toBe('token-1');
});

const leave = async (keep: boolean) => {
  render(<Account signedIn />);
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByRole('dialog');
  if (!keep) await userEvent.click(screen.getByRole('checkbox', { name: 'Keep my cart on this device' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Log out' }).at(-1) as HTMLElement);
  await settle();
};

test.each([true, false])('W-224 log-out tells whether the cart is kept: %s', async (keep) => {
  const asked: (string | null)[] = [];
  server.use(
    http.delete(SESSION, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('cloneCart'));
      return HttpResponse.json({ success: true });
    }),
  );
  await leave(keep);
  expect(asked).toEqual([String(keep)]);
  expect(screen.getByRole('button', { name: 'Log in' })).toBeInTheDocument();
});

test('W-223 an answer that says crumbFail is repeated exactly once', async () => {
  let asked = 0;
  server.use(
    http.delete(SESSION, () => {
      asked += 1;
      return asked === 1
        ? HttpResponse.json({ crumbFail: true }, { status: 403 })
        : HttpResponse.json({ success: true });
    }),
  );
  await leave(true);
  expect(asked).toBe(2);
  expect(screen.getByRole('button', { name: 'Log in' })).toBeInTheDocument();
});

test('W-223 a crumb that never fits is not asked for a third time', async () => {
  let asked = 0;
  server.use(
    http.delete(SESSION, () => {
      asked += 1;
      return HttpResponse.json({ crumbFail: true }, { status: 403 });
    }),
  );
  await leave(true);
  expect(asked).toBe(2);
  expect(screen.getByText(/^Your session has expired/)).toBeInTheDocument();
});
