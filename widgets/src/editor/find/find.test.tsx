import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Shell } from '../shell/Shell.tsx';
import { addressOf } from '../state/route.ts';
import { renderIn } from '../test/render.tsx';
import { matching, type Target } from './places.ts';
import { useFound } from './useFound.ts';

const order = { id: 'ord_1', number: 1042, name: 'Ada Byron', email: 'ada@example.com' };
const orders = http.get('*/api/commerce/desk/orders', ({ request }) => {
  const { searchParams } = new URL(request.url);
  const isFound = searchParams.get('view') === 'ALL' && searchParams.get('text') === 'ada';
  return HttpResponse.json({ orders: isFound ? [order] : [], amounts: [], nextCursor: null });
});
/** What is found, as a list: how it is chosen from is asked of a browser, in the stories. */
function Found({ text }: { text: string }) {
  const { groups, hasFailed, isAsking } = useFound(text);
  return (
    <>
      <p role="status">{isAsking ? 'asking' : hasFailed ? 'failed' : 'done'}</p>
      <ul>
        {groups.flatMap(({ title, targets }) =>
          targets.map(({ id, label, hint, path, params }) => (
            <li key={id}>{`${title}: ${label} (${hint}) ${addressOf({ path, params: params ?? {} })}`}</li>
          )),
        )}
      </ul>
    </>
  );
}

async function found(text: string, answers = [orders], site = {}) {
  const { unmount } = renderIn(<Found text={text} />, { answers, site });
  await waitFor(() => expect(screen.getByRole('status')).not.toHaveTextContent('asking'));
  const status = screen.getByRole('status').textContent;
  const lines = screen.queryAllByRole('listitem').map((line) => line.textContent);
  unmount();
  return { status, lines };
}

test('S-395 a part of the shop’s settings is found by its name', async () => {
  expect((await found('deliv')).lines).toContain('Places: Delivery (Shop → Settings) /config/commerce?part=delivery');
});

test('S-395 entries and orders are found by what the servers know of them', async () => {
  expect((await found('loaf')).lines).toContain(
    'Content: The first loaf (Blog) /config/website/pages?file=content%2Fblog%2Ffirst.json',
  );
  expect((await found('ada')).lines).toEqual(['Orders: #1042 (Ada Byron) /config/commerce?tab=orders&order=ord_1']);
});

test('S-395 what is called so comes before what says so in its text', async () => {
  const answer = http.get('*/config/api/collection', ({ request }) => {
    const folder = new URL(request.url).searchParams.get('folder');
    const items = ['Mill', 'Seeded rye'].map((title) => ({
      path: `content/${folder}/${title}.json`,
      title,
      url: '/x',
    }));
    return HttpResponse.json({ items, total: 2 });
  });
  const { lines } = await found('rye', [orders, answer]);
  expect(lines.map((line) => /Content: (.*?) \(/.exec(line)?.[1]).slice(0, 2)).toEqual(['Seeded rye', 'Seeded rye']);
});

test('S-395 without an answer of the shop the rest is shown, and that it may not be all', async () => {
  const broken = http.get('*/api/commerce/desk/orders', () => HttpResponse.error());
  const { status, lines } = await found('shop', [broken]);
  expect(status).toBe('failed');
  expect(lines).toContain('Pages: Shop (/shop) /config/website/pages?collection=shop');
});

test('S-395 nobody is led to what their role does not open', async () => {
  const asked = jest.fn();
  const watched = http.get('*/api/commerce/desk/orders', () => {
    asked();
    return HttpResponse.json({ orders: [order], amounts: [] });
  });
  const role = { codes: [3], tools: ['content'], mayPublish: false, signedIn: true };
  expect((await found('ord', [watched], { role })).lines).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});

test('S-395 accents, capitals and the order of words do not matter; beginnings come first', () => {
  const target = (label: string, hint = ''): Target => ({ id: label, label, hint, path: '' });
  const all = [target('Old Café'), target('Café Crème'), target('Decaf', 'Cafés'), target('Tea')];
  expect(matching(all, 'CAFE').map(({ label }) => label)).toEqual(['Café Crème', 'Old Café', 'Decaf']);
  expect(matching(all, 'creme caf').map(({ label }) => label)).toEqual(['Café Crème']);
  expect(matching(all, '   ').length).toBe(4);
});

test('S-396 keys open the search and the list of keys from everywhere, but not where letters are written', async () => {
  renderIn(<Shell />, { path: 'website/forms' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: /Search pages/ });
  fireEvent.keyDown(field, { key: '?' });
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  fireEvent.keyDown(document.body, { key: '?' });
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toHaveTextContent('Undo');
});
