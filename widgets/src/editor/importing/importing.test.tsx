import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { $looked, FIRST } from '../products/list.ts';
import { renderIn } from '../test/render.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LINES, linesOf, PLAN } from './sample.fixture.ts';

const LIST = '*/config/api/products/list';

type Asked = { query: URLSearchParams };

/** A server that looks at lists and brings them in, and what it was asked. */
function server({ plan = PLAN, lines = LINES }: { plan?: typeof PLAN; lines?: typeof LINES } = {}) {
  const asked: Asked[] = [];
  const handler = http.post(LIST, ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push({ query });
    return query.get('dryRun') === 'true' ? HttpResponse.json(plan) : new HttpResponse(linesOf(lines));
  });
  return { asked, handler };
}

const dialog = () => screen.findByRole('dialog', { name: 'Import products' });

async function choose(user: ReturnType<typeof renderIn>['user']) {
  const input = (await dialog()).querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is nothing to choose a file with.');
  await user.upload(input, new File(['Name,Price\nCup,9\n'], 'products.csv', { type: 'text/csv' }));
}

const opened = (answers: ReturnType<typeof server>['handler'][], site = {}) => {
  const onClose = jest.fn();
  return { onClose, ...renderIn(<ImportDialog onClose={onClose} />, { path: 'commerce', answers, site }) };
};

test('S-387 a list is looked at, its options are looked at anew, and what was looked at is brought in', async () => {
  const { asked, handler } = server();
  const { user } = opened([handler]);
  await choose(user);
  expect(await screen.findByText('A list from Shopify.')).toBeInTheDocument();
  expect(screen.getByText('$39.50')).toBeInTheDocument();
  const faults = screen.getByText(/is not an amount/).closest('li');
  expect(faults).toHaveTextContent(/Row 5.*Mug.*twelve/);
  expect(faults).toHaveTextContent('The same is true of one more row.');
  expect(screen.getByText(/a draft: the price is missing/).closest('li')).toHaveTextContent('Mill bag');
  expect(await axe(await dialog())).toHaveNoViolations();
  await user.click(screen.getByRole('switch', { name: 'Keep new products as drafts' }));
  await waitFor(() => expect(asked.at(-1)?.query.get('drafts')).toBe('true'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText(/^Done: 1 new, 1 changed, 1 the same/)).toBeInTheDocument();
  const last = asked.at(-1)?.query;
  expect([last?.get('plan'), last?.get('dryRun'), last?.get('pictures'), last?.get('drafts')]).toEqual([
    'p1',
    null,
    'true',
    'true',
  ]);
  expect(screen.getByText('https://old.example/2.jpg')).toBeInTheDocument();
  // The list behind shows what was brought.
  expect($looked.get()).toEqual({ ...FIRST, brought: ['content/shop/mill-bag.json'] });
});

test('S-388 an import is one step of undo, which the server takes back in one call', async () => {
  const sent: unknown[] = [];
  const changes = http.post('*/config/api/changes', async ({ request }) => {
    const body = (await request.json()) as { changes: { path: string }[] };
    sent.push(body.changes);
    const files = body.changes.map(({ path }) => ({ path, digest: null, merged: false, inverse: { path, json: {} } }));
    return HttpResponse.json({ files, diagnostics: [] });
  });
  const { handler } = server();
  const { user, session } = opened([handler, changes]);
  await choose(user);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByText(/^Done/);
  expect(session.$documents.get().past.at(-1)?.label).toBe('Import');
  await user.click(screen.getByRole('button', { name: 'Undo the import' }));
  expect($looked.get()).toEqual(FIRST);
  await waitFor(() => expect(sent).toEqual([[{ path: 'content/shop/mill-bag.json', baseDigest: 'd1', delete: true }]]));
  await waitFor(() => expect(session.$documents.get().future).toHaveLength(1));
  expect(session.$documents.get().past).toHaveLength(0);
  act(() => void session.redo());
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(session.$documents.get().past).toHaveLength(1));
});

test('S-389 a refusal is said in the language of the editor, and an answer that breaks off says so', async () => {
  const refused = http.post(LIST, () => HttpResponse.json({ code: 'no-list', message: 'x' }, { status: 422 }));
  const first = opened([refused]);
  await choose(first.user);
  expect(await screen.findByText(/^This is no list of products/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  first.unmount();
  const { handler } = server({ lines: [{ kind: 'writing' }] });
  const { user } = opened([handler]);
  await choose(user);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText(/^The answer broke off/)).toBeInTheDocument();
});

test('S-388 who may not publish is told that new products become drafts, and a new page is named', async () => {
  const { asked, handler } = server();
  const role = { codes: [8], tools: ['commerce' as const], mayPublish: false, signedIn: true };
  const { user } = opened([handler], { role });
  await choose(user);
  expect(await screen.findByText(/^New products become drafts/)).toBeInTheDocument();
  expect(screen.queryByRole('switch', { name: 'Keep new products as drafts' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Put new products on/ }));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'A new page' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title of the new page' }), 'Goods{Enter}');
  await waitFor(() => expect(asked.at(-1)?.query.get('title')).toBe('Goods'));
  expect(asked.at(-1)?.query.get('folder')).toBeNull();
});
