import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { setPageData } from '../pageData.ts';
import { expireCookie, writeCookie } from '../test/cookies.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { LockScreen } from './LockScreen.tsx';

const CONTENT = '*/api/site/pages/content';
let written: jest.SpyInstance<void, string[]>;

const PAGE = `<h1>Cellar</h1><script type="application/json" id="loggia-page-data">{"apiBaseUrl":"https://api.example"}</script>
<script src="/assets/own.js"></script><script type="module" src="/assets/widgets/loader-0a.js"></script>`;

beforeEach(() => {
  openPage();
  writeCookie('crumb', 'c');
  written = jest.spyOn(document, 'write').mockImplementation(() => undefined);
  jest.spyOn(document, 'open').mockImplementation((() => document) as unknown as Document['open']);
  jest.spyOn(document, 'close').mockImplementation(() => undefined);
});
afterEach(() => {
  expireCookie('crumb');
  localStorage.clear();
  setPageData({});
});
const locked = { title: 'Cellar', url: '/cellar', accountUrl: '/account' } as const;

test('A-057 the password opens the page, and the window is the page then', async () => {
  server.use(http.get(CONTENT, () => HttpResponse.json({ error: 'Please log in.' }, { status: 401 })));
  render(<LockScreen {...locked} access="locked" />);
  await settle();
  expect(written).not.toHaveBeenCalled();
  server.use(
    http.post('*/api/site/pages/unlock', () => HttpResponse.json({ unlocked: true })),
    http.get(CONTENT, () => HttpResponse.html(PAGE)),
  );
  const seen = watchRequests();
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
  await userEvent.click(screen.getByRole('button', { name: 'Open the page' }));
  await settle();
  expect(seen[0]).toMatchObject({ method: 'POST', body: { url: '/cellar', password: 'open sesame' } });
  const html = written.mock.calls[0]?.[0] ?? '';
  expect(html).toContain('<h1>Cellar</h1>');
  expect(html).toContain('src="/assets/widgets/loader-0a.js?opened"');
  expect(html).toContain('src="/assets/own.js"');
});

test('A-057 a wrong password is the server’s to say, an empty one is said here', async () => {
  server.use(
    http.get(CONTENT, () => HttpResponse.json({}, { status: 401 })),
    http.post('*/api/site/pages/unlock', () => HttpResponse.json({ error: 'Incorrect password.' }, { status: 401 })),
  );
  render(<LockScreen {...locked} access="locked" />);
  await userEvent.click(screen.getByRole('button', { name: 'Open the page' }));
  expect(screen.getByText('Required')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Password'), 'guess');
  await userEvent.click(screen.getByRole('button', { name: 'Open the page' }));
  await settle();
  expect(screen.getByText('Incorrect password.')).toBeInTheDocument();
});

test('W-222 a page for members asks who is there, and shows where an account is made', async () => {
  server.use(http.get(CONTENT, () => HttpResponse.json({}, { status: 401 })));
  render(<LockScreen {...locked} access="members" />);
  await settle();
  expect(screen.getByRole('link', { name: 'No account yet, or forgotten password?' })).toHaveAttribute(
    'href',
    '/account',
  );
  server.use(
    http.post('*/api/site-users/account/session', () => HttpResponse.json({ xsrfToken: 'token-1' })),
    http.get(CONTENT, () => HttpResponse.html(PAGE)),
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await settle();
  expect(written).toHaveBeenCalledTimes(1);
});

test('A-057 who may see the page already is not asked', async () => {
  localStorage.setItem('loggia:opened', '/other\n/cellar');
  server.use(http.get(CONTENT, () => HttpResponse.html(PAGE)));
  render(<LockScreen {...locked} access="locked" />);
  await settle();
  expect(written).toHaveBeenCalledTimes(1);
});

test('A-057 a page that nobody has opened here is not asked for, one that is closed again is forgotten', async () => {
  const seen: string[] = [];
  server.use(
    http.get(CONTENT, ({ request }) => {
      seen.push(new URL(request.url).searchParams.get('url') ?? '');
      return HttpResponse.json({}, { status: 401 });
    }),
  );
  const { unmount } = render(<LockScreen {...locked} access="locked" />);
  await settle();
  expect(seen).toEqual([]);
  unmount();
  localStorage.setItem('loggia:opened', '/cellar');
  render(<LockScreen {...locked} access="locked" />);
  await settle();
  expect(seen).toEqual(['/cellar']);
  expect(localStorage.getItem('loggia:opened')).toBe('');
});
