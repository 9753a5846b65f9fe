import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { AnswersLink } from '../panel/AnswersLink.tsx';
import { $route } from '../state/route.ts';
import { renderIn } from '../test/render.tsx';
import { InboxPanel } from './Inbox.tsx';
import { inbox } from './sample.fixture.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

type Seen = NonNullable<Parameters<typeof inbox>[0]>;
const at = (params: Record<string, string> = {}) => ({ path: 'inbox', params });

beforeEach(() => localStorage.clear());

describe('S-484 the inbox', () => {
  test('shows every kind, and is narrowed by kind, form, folder and words, which stand in the body', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<InboxPanel />, { ...at(), answers: inbox(seen) });
    expect(await screen.findByRole('button', { name: /ann@shopper\.example/ })).toHaveTextContent('Unread');
    expect(screen.getByRole('button', { name: /Bea/ })).toHaveTextContent('Waiting for approval');
    expect(await screen.findByRole('heading', { name: 'Inbox (1)' })).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'rye');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Bea/ })).toBeNull());
    expect(seen.at(-1)).toMatchObject({ path: '/api/inbox', body: { text: 'rye', folder: 'INBOX' } });
    await user.clear(screen.getByRole('searchbox'));
    await user.click(screen.getByRole('button', { name: /^All kinds/ }));
    await user.click(await screen.findByRole('option', { name: 'Reviews' }));
    await waitFor(() => expect(seen.at(-1)?.body).toMatchObject({ kind: 'review', text: '' }));
    await user.click(screen.getByRole('button', { name: 'Bin' }));
    expect(await screen.findByText(/removed for good after thirty days/)).toBeInTheDocument();
    expect(await screen.findByText(/There are no messages here/)).toBeInTheDocument();
  });

  test('the keys move, archive, reply and search', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<InboxPanel />, { ...at(), answers: inbox(seen) });
    const ann = await screen.findByRole('button', { name: /ann@shopper/ });
    act(() => ann.focus());
    await user.keyboard('j');
    expect(screen.getByRole('button', { name: /Bea/ })).toHaveFocus();
    await user.keyboard('e');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Bea/ })).toBeNull());
    expect(seen.find(({ method }) => method === 'PUT')).toEqual({
      method: 'PUT',
      path: '/api/inbox/comment/m2',
      body: { folder: 'ARCHIVED' },
    });
    act(() => screen.getByRole('button', { name: /ann@shopper/ }).focus());
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    act(() => screen.getByRole('button', { name: /ann@shopper/ }).focus());
    await user.keyboard('r');
    await waitFor(() => expect(screen.getByLabelText('Letter')).toHaveFocus());
  });

  test('a form leads to its answers, with how many are new', async () => {
    const { user } = renderIn(<AnswersLink form="contact" />, { answers: inbox() });
    await user.click(await screen.findByRole('button', { name: 'Answers (1 new)' }));
    expect($route.get()).toEqual({ path: 'inbox', params: { kind: 'form', about: 'contact' } });
  });
});

describe('S-485 one message', () => {
  test('has every field with its label, its page and consent; whoever opens it has read it; it is given to somebody', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<InboxPanel />, { ...at({ message: 'form/m1' }), answers: inbox(seen) });
    expect((await screen.findByText('Your question')).parentElement).toHaveTextContent('On which days?');
    expect(screen.getByRole('link', { name: '/contact' })).toHaveAttribute('href', '/contact');
    expect(screen.getByText(/^On the mailing list since/)).toBeInTheDocument();
    await waitFor(() => expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({ isRead: true }));
    await user.click(await screen.findByRole('button', { name: 'Mark as unread' }));
    await screen.findByRole('button', { name: 'Mark as read' });
    const puts = () => seen.filter(({ method }) => method === 'PUT');
    expect(puts().at(-1)?.body).toEqual({ isRead: false });
    await user.click(screen.getByRole('button', { name: /Assigned to/ }));
    await user.click(await screen.findByRole('option', { name: 'ed@shop.example' }));
    await waitFor(() => expect(puts().at(-1)?.body).toEqual({ assignee: 'ed@shop.example' }));
    await user.type(screen.getByLabelText('Note for the staff', { selector: 'textarea' }), 'Done.');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    expect(await within(screen.getByRole('region', { name: 'Replies and notes' })).findByText('Done.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('searchbox');
    expect(seen.find(({ body }) => JSON.stringify(body) === '{"folder":"BIN"}')?.path).toBe('/api/inbox/form/m1');
  });

  test('a comment is approved where it is read', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<InboxPanel />, { ...at({ message: 'comment/m2' }), answers: inbox(seen) });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('State: Shown on the site')).toBeInTheDocument();
    expect(seen.find(({ path }) => path === '/api/comments/m2')?.body).toEqual({ status: 'APPROVED' });
    expect(screen.queryByRole('button', { name: 'Send the letter' })).toBeNull();
  });
});

describe('S-486 a reply', () => {
  test('outlives the page, is sent as a letter, and stands in the thread; a refusal keeps what was typed', async () => {
    const seen: Seen = [];
    let refuses = true;
    const refusal = http.post('*/api/inbox/form/m1/replies', () =>
      refuses ? HttpResponse.json({ code: 'x', error: 'The mailer is away.' }, { status: 400 }) : undefined,
    );
    const place = { ...at({ message: 'form/m1' }), answers: [refusal, ...inbox(seen)] };
    const first = renderIn(<InboxPanel />, place);
    await first.user.type(await screen.findByLabelText('Letter'), 'Yes, on Fridays.');
    first.unmount();
    const { user } = renderIn(<InboxPanel />, place);
    expect(await screen.findByLabelText('Letter')).toHaveValue('Yes, on Fridays.');
    await user.click(screen.getByRole('button', { name: 'Send the letter' }));
    expect(await screen.findByText('The mailer is away.')).toBeInTheDocument();
    expect(screen.getByLabelText('Letter')).toHaveValue('Yes, on Fridays.');
    refuses = false;
    await user.click(screen.getByRole('button', { name: 'Send the letter' }));
    const thread = screen.getByRole('region', { name: 'Replies and notes' });
    expect(await within(thread).findByText('Letter to ann@shopper.example')).toBeInTheDocument();
    expect(seen.find(({ path }) => path.endsWith('/replies'))?.body).toEqual({
      subject: 'Your message: Contact',
      text: 'Yes, on Fridays.',
    });
    expect(screen.getByLabelText('Letter')).toHaveValue('');
    expect(localStorage.getItem('loggia.reply.form/m1')).toBeNull();
  });
});

test('S-484 each language says each, with the same values filled in', () => {
  const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [language, words] of Object.entries(WORDS))
    for (const [key, text] of Object.entries(EN))
      expect([language, key, holes(words[key as keyof typeof EN])]).toEqual([language, key, holes(text)]);
});
