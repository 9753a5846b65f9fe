import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { AnalyticsPanel } from './analytics/AnalyticsPanel.tsx';
import { setEditorCrumb } from './client/ask.ts';
import { CommentsPanel } from './comments/CommentsPanel.tsx';
import { Editor } from './Editor.tsx';
import { MarketingPanel } from './marketing/MarketingPanel.tsx';
import { BillingPanel } from './settings/BillingPanel.tsx';
import { $route } from './state/route.ts';
import { createSession } from './state/session.ts';
import { renderIn } from './test/render.tsx';
import { mockSite, siteAnswer } from './test/site.ts';

const SESSION = '*/api/site-users/account/session';

// Before anything is typed: lists wait for a pause, and the test's clock is not that of its keys.
test('S-304 what was just made is among the lists once the site is built with it', async () => {
  const mock = mockSite();
  let isBuilt = false;
  const session = createSession();
  const [list] = siteAnswer().collections.slice(1);
  if (!list) throw new Error('the sample has a blog');
  server.use(
    http.get('*/config/api/site', () => {
      const { collections, ...rest } = siteAnswer();
      const made = { ...list, folder: 'news', title: 'News', path: 'content/news/collection.json', id: 'news' };
      return HttpResponse.json({ ...rest, collections: isBuilt ? [...collections, made] : collections });
    }),
    ...mock.handlers,
  );
  $route.set({ path: 'website/pages', params: { collection: 'news' } });
  window.history.replaceState(null, '', '/config/website/pages?collection=news');
  const view = render(<Editor session={session} />);
  expect(await screen.findByText('Unable to locate content')).toBeInTheDocument();
  isBuilt = true;
  act(() => session.$built.set(1));
  expect(await screen.findByText('News', { selector: 'h2' }, { timeout: 5000 })).toBeInTheDocument();
  view.unmount();
  session.stop();
  $route.set({ path: '', params: {} });
  window.history.replaceState(null, '', '/');
});

describe('E-025 a site with users', () => {
  function door() {
    const mock = mockSite();
    let signedIn = false;
    const tried: unknown[] = [];
    server.use(
      http.get('*/config/api/site', () =>
        signedIn ? undefined : HttpResponse.json({ code: 'sign-in', message: 'x' }, { status: 401 }),
      ),
      http.post(SESSION, async ({ request }) => {
        const wanted = (await request.json()) as { password: string };
        tried.push(wanted);
        if (wanted.password !== 'right')
          return HttpResponse.json({ error: 'Incorrect.', code: 'wrong-credentials' }, { status: 401 });
        signedIn = true;
        return HttpResponse.json({ xsrfToken: 't' });
      }),
      ...mock.handlers,
    );
    return { mock, tried, over: () => (signedIn = false) };
  }

  test('asks who is there, says when it is wrong, and opens', async () => {
    const { tried } = door();
    const user = userEvent.setup();
    render(<Editor />);
    const form = await screen.findByRole('form', { name: 'Sign in' });
    await user.type(within(form).getByLabelText('E-mail address'), 'a@b.example');
    await user.type(within(form).getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByText('Incorrect email or password.')).toBeInTheDocument();
    await user.clear(within(form).getByLabelText('Password'));
    await user.type(within(form).getByLabelText('Password'), 'right');
    await user.click(within(form).getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('navigation', { name: 'Parts of the site' })).toBeInTheDocument();
    expect(tried).toEqual([
      { email: 'a@b.example', password: 'wrong', rememberMe: false },
      { email: 'a@b.example', password: 'right', rememberMe: false },
    ]);
  });
});

describe('comments and reviews', () => {
  const comment = (id: string, author: string) => ({
    id,
    author,
    body: `Said by ${author}`,
    createdOn: 1_700_000_000_000,
    status: 'PENDING',
    itemId: 'post',
    itemUrl: '/blog/post',
  });

  test('what waits is approved, or removed once somebody has said so', async () => {
    let waiting = [comment('c1', 'Ann'), comment('c2', 'Ben')];
    const calls: string[] = [];
    const headers: (string | null)[] = [];
    setEditorCrumb('crumb-2');
    const { user } = renderIn(<CommentsPanel />, {
      answers: [
        http.get('*/api/comments/moderation', ({ request }) => {
          calls.push(`GET ${new URL(request.url).searchParams.get('status')}`);
          return HttpResponse.json({ comments: waiting, hasNextPage: false });
        }),
        http.put('*/api/comments/:id', async ({ request, params }) => {
          headers.push(request.headers.get('x-loggia-editor'), request.headers.get('x-siteuser-xsrf-token'));
          const { status } = (await request.json()) as { status: string };
          calls.push(`PUT ${String(params.id)} ${status}`);
          waiting = waiting.filter(({ id }) => id !== params.id);
          return HttpResponse.json(comment(String(params.id), 'Ann'));
        }),
        http.delete('*/api/comments/:id', ({ params }) => {
          calls.push(`DELETE ${String(params.id)}`);
          waiting = waiting.filter(({ id }) => id !== params.id);
          return new HttpResponse(null, { status: 204 });
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Approve what Ann wrote' }));
    await waitFor(() => expect(screen.queryByText('Said by Ann')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Remove what Ben wrote' }));
    expect(calls).not.toContain('DELETE c2');
    await user.click(await screen.findByRole('button', { name: 'Remove for good' }));
    expect(await screen.findByText(/^There is nothing here\. What/)).toBeInTheDocument();
    expect(calls).toEqual(['GET PENDING', 'PUT c1 APPROVED', 'GET PENDING', 'DELETE c2', 'GET PENDING']);
    // The editor's own token says who calls.
    expect(headers).toEqual(['crumb-2', 'crumb-2']);
  });
});

describe('E-162 what REPORTING sees: the figures', () => {
  test('of the shop’s API, and where all of them are', async () => {
    const asked: string[] = [];
    renderIn(<AnalyticsPanel />, {
      answers: [
        http.get('*/api/reports/overview', ({ request }) => {
          const query = new URL(request.url).searchParams;
          asked.push(`${(Number(query.get('to')) - Number(query.get('from'))) / 86_400_000} days`);
          return HttpResponse.json({
            from: 0,
            to: 1,
            step: 86_400_000,
            visitors: 1234,
            visits: 2000,
            views: 5678,
            orders: 9,
            errors: 0,
            searches: 1,
            periods: [{ startsAt: 0, views: 5678, visits: 2000, visitors: 1234 }],
          });
        }),
        http.get('*/api/reports/funnel', () =>
          HttpResponse.json({ from: 0, to: 1, steps: [{ step: 'visit', visitors: 1200, times: 3000 }] }),
        ),
        http.get('*/api/reports/rankings/:of', ({ params }) =>
          HttpResponse.json({
            of: params.of,
            from: 0,
            to: 1,
            total: 7,
            rows: params.of === 'pages' ? [{ name: '/shop', times: 700 }] : [],
          }),
        ),
      ],
    });
    expect(await screen.findByText('1,234')).toBeInTheDocument();
    const pages = await screen.findByRole('region', { name: 'Pages' });
    expect(within(pages).getByRole('row', { name: '/shop 700' })).toBeInTheDocument();
    expect(await screen.findByRole('row', { name: 'Came 1,200' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All reports' })).toHaveAttribute('href', '/api/figures');
    expect(asked).toEqual(['30 days']);
  });
});

describe('S-302 figures of a site that does not count', () => {
  const off = http.get('*/config/api/home', () =>
    HttpResponse.json({ timeZone: 'UTC', sells: true, counts: false, steps: [], drafts: [], draftCount: 0 }),
  );
  const nothing = http.get('*/api/reports/*', () => HttpResponse.json({ code: 'gone', message: 'x' }, { status: 503 }));

  test('say so, and an owner switches counting on there', async () => {
    const { user, savedJson } = renderIn(<AnalyticsPanel />, { answers: [off, nothing] });
    expect(await screen.findByText(/^Visits are not counted\. Counting uses cookies/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Count visits' }));
    await waitFor(async () => expect(await savedJson('site.json')).toHaveProperty('websiteSettings.tracking', {}));
  });

  test('say so to who only reads them, who is offered nothing', async () => {
    renderIn(<AnalyticsPanel />, {
      answers: [off, nothing],
      site: { role: { signedIn: true, codes: [3], tools: ['analytics'], mayPublish: false } },
    });
    expect(await screen.findByText(/^Visits are not counted\./)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Count visits' })).toBeNull();
  });
});

test('E-159 a site of one’s own has no plan to change; a paid one has', async () => {
  const own = renderIn(<BillingPanel />, { path: 'billing' });
  expect(await screen.findByText('This site is your own: there is no plan and no bill.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
  own.unmount();
  const { user } = renderIn(<BillingPanel />, {
    path: 'billing',
    site: { features: { paid: true, multiProduct: true } },
  });
  await user.click(await screen.findByRole('button', { name: 'Change plan' }));
  expect($route.get().path).toBe('billing/website/change-plan');
});

test('E-065 the mailing lists are those that forms lead to', async () => {
  const mock = mockSite();
  mock.files.set('forms/contact.json', {
    id: 'contact',
    name: 'Contact',
    fields: [],
    storage: [
      { kind: 'list', target: 'Friends of the oven' },
      { kind: 'webhook', target: 'https://hook.example' },
    ],
  });
  const gone: string[] = [];
  const member = (email: string) => ({ email, source: 'form contact', joinedOn: 1_700_000_000_000 });
  const { user } = renderIn(<MarketingPanel />, {
    answers: [
      ...mock.handlers,
      http.get('*/api/mailing-list/members', () =>
        HttpResponse.json({ members: gone.length > 0 ? [] : [member('ann@example.org')], hasNextPage: false }),
      ),
      http.delete('*/api/mailing-list/members/:email', ({ params }) => {
        gone.push(String(params.email));
        return new HttpResponse(null, { status: 204 });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Remove ann@example.org' }));
  await user.click(await screen.findByRole('button', { name: 'Take off the list' }));
  expect(await screen.findByText(/^Nobody is on the list yet\. Add/)).toBeInTheDocument();
  expect(gone).toEqual(['ann@example.org']);
  await user.click(screen.getByRole('tab', { name: 'Mailing lists' }));
  expect(await screen.findByText('Friends of the oven')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Contact' })).toBeInTheDocument();
  expect(screen.queryByText('https://hook.example')).not.toBeInTheDocument();
});
