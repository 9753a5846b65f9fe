import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { $route } from '../state/route.ts';
import { renderIn } from '../test/render.tsx';
import { HomePanel } from './HomePanel.tsx';
import { day, HALF_WAY } from './sample.fixture.ts';

const card = (name: string) => screen.findByRole('region', { name });
const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement;
const ALL = HALF_WAY.steps.map((step) => ({ ...step, done: true }));
const person = (...tools: 'content'[]) => ({ role: { codes: [4], tools, mayPublish: false, signedIn: true } });

beforeEach(() => localStorage.clear());

describe('S-894 the checklist', () => {
  const step = async (name: string) =>
    (await screen.findByText(name, { selector: 'li strong' })).closest('li') as HTMLElement;

  test('says in words what is done and what is not', async () => {
    renderIn(<HomePanel />, { answers: day() });
    expect(await step('Name your site')).toHaveTextContent('Done');
    expect(await step('Add your logo')).not.toHaveTextContent('Done');
    expect(screen.getByText('3 of 7 done')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Hide the list' })).toBeNull();
  });

  test.each([
    ['Name your site', 'website/settings', {}],
    ['Choose your colors and fonts', 'website/design', {}],
    ['Add your first product', 'website/pages', { collection: 'shop' }],
    ['Say how goods are delivered', 'commerce', { part: 'delivery' }],
    ['Set up payment', 'commerce', { part: 'payment' }],
  ])('%s opens where it is done', async (name, path, params) => {
    const { user } = renderIn(<HomePanel />, { answers: day() });
    await user.click(await screen.findByRole('button', { name: `Open: ${name}` }));
    expect($route.get()).toEqual({ path, params });
  });

  test('publishing opens its list of what would change', async () => {
    const { user } = renderIn(<HomePanel />, { answers: day() });
    await user.click(await screen.findByRole('button', { name: 'Open: Publish your site' }));
    expect(await screen.findByRole('dialog', { name: 'Publish' })).toBeInTheDocument();
  });

  test('a provider of payments ends that step, one that only tests does not', async () => {
    const provider = (testMode: boolean) =>
      http.get('*/api/commerce/payment-settings', () => HttpResponse.json({ provider: 'stripe', testMode }));
    const { unmount } = renderIn(<HomePanel />, { answers: [provider(true), ...day()] });
    expect(await screen.findByText('3 of 7 done')).toBeInTheDocument();
    unmount();
    renderIn(<HomePanel />, { answers: [provider(false), ...day()] });
    expect(await screen.findByText('4 of 7 done')).toBeInTheDocument();
    expect(await step('Set up payment')).toHaveTextContent('Done');
  });

  test('can be hidden when all is done, and comes back when something is not', async () => {
    const { user, unmount } = renderIn(<HomePanel />, { answers: day({ steps: ALL }) });
    await user.click(await screen.findByRole('button', { name: 'Hide the list' }));
    expect(screen.queryByRole('region', { name: 'Set up your site' })).toBeNull();
    unmount();
    const next = renderIn(<HomePanel />, { answers: day({ steps: ALL }) });
    await card('Unfinished');
    expect(screen.queryByRole('region', { name: 'Set up your site' })).toBeNull();
    next.unmount();
    renderIn(<HomePanel />, { answers: day() });
    expect(await card('Set up your site')).toBeInTheDocument();
  });
});

describe('S-895 the cards', () => {
  test('show what came in today, each number from the shop', async () => {
    renderIn(<HomePanel />, { answers: day() });
    expect(await figure('Orders today')).toHaveTextContent('Orders today3');
    expect(await figure('Revenue today')).toHaveTextContent('125.50 USD');
    expect(await figure('Orders to send')).toHaveTextContent('4');
    expect(await figure('Orders with an open return')).toHaveTextContent('2');
    expect(await figure('Answers to forms today')).toHaveTextContent(/today1$/);
    expect(await figure('Comments and reviews to approve')).toHaveTextContent('1 or more');
    expect(await figure('Pages seen today')).toHaveTextContent('1,043');
    expect(screen.getByText('Test orders, which are not counted: 2')).toBeInTheDocument();
    expect(screen.getByText('This site has not been published from here yet.')).toBeInTheDocument();
  });

  test('S-484 newest answers to forms are read here; the number of unread messages is the inbox’s, which opens', async () => {
    const { user } = renderIn(<HomePanel />, { answers: day() });
    const messages = await card('Messages');
    await user.click(await within(messages).findByText(/^Contact, /));
    expect(within(messages).getByText('Ada Baker')).toBeVisible();
    expect(await figure('Unread messages')).toHaveTextContent('Unread messages3');
    await user.click(within(messages).getByRole('button', { name: 'Open the inbox' }));
    expect($route.get()).toEqual({ path: 'inbox', params: {} });
  });

  test('name what is unfinished and open it', async () => {
    const { user } = renderIn(<HomePanel />, { answers: day() });
    const drafts = await card('Unfinished');
    expect(within(drafts).getByText('To review')).toBeInTheDocument();
    expect(within(drafts).getByText('And 1 more.')).toBeInTheDocument();
    await user.click(within(drafts).getByRole('button', { name: 'The first loaf' }));
    expect($route.get()).toEqual({ path: 'website/pages', params: { file: 'content/blog/first.json' } });
  });

  test('a shop that does not answer is said to be so, with another try', async () => {
    let isThere = false;
    const figures = http.get('*/api/commerce/figures', () =>
      isThere ? undefined : HttpResponse.json({ code: 'gone', message: 'Gone' }, { status: 503 }),
    );
    const { user } = renderIn(<HomePanel />, { answers: [figures, ...day()] });
    const today = await card('Today');
    expect(await within(today).findByText(/does not answer, so this is not known/)).toBeInTheDocument();
    expect(within(today).queryByText('Orders today')).toBeNull();
    isThere = true;
    await user.click(within(today).getByRole('button', { name: 'Try again' }));
    expect(await within(today).findByText('125.50 USD')).toBeInTheDocument();
  });

  test('without a shop and without counting they say what to do; counting is switched on here', async () => {
    const { user, savedJson } = renderIn(<HomePanel />, { answers: day({ sells: false, counts: false }) });
    expect(await screen.findByText(/To sell, make a page of the kind Shop/)).toBeInTheDocument();
    expect(screen.queryByText('Visitors today')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Count visits' }));
    await waitFor(async () => expect(await savedJson('site.json')).toHaveProperty('websiteSettings.tracking', {}));
  });

  test('show only what a role may open', async () => {
    renderIn(<HomePanel />, { answers: day({ steps: [] }), site: person('content') });
    expect(await card('Unfinished')).toBeInTheDocument();
    for (const name of ['Today', 'Messages', 'Visits', 'Published', 'Set up your site'])
      expect(screen.queryByRole('region', { name })).toBeNull();
  });
});
