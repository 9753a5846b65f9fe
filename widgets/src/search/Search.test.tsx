import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage } from '../test/shop.ts';
import { cardsOf, find } from './find.ts';
import { INDEX, serveIndex } from './index.fixture.ts';
import * as island from './Search.island.tsx';
import { MEANT_MS, TYPING_MS } from './Search.tsx';

const page = (query = '', index = INDEX) => {
  window.history.replaceState(null, '', `/search${query}`);
  openPage();
  return mountOn(
    `<div data-widget="search" data-index="${index}"><h1>Search</h1><form><input type="search" name="q"></form><nav><ul><li><a href="/blog">Blog</a></li></ul></nav></div>`,
    island,
  );
};
const titles = async (question: string) =>
  (await cardsOf(INDEX, await find(INDEX, question))).map(({ title }) => title);
const links = () => within(screen.getByRole('list', { name: 'Results' })).getAllByRole('link');

beforeEach(() => {
  window.loggiaTold = [];
  server.use(serveIndex);
});

test('W-219 the page lists what answers its address', async () => {
  page('?q=mug');
  await settle();
  expect(links().map((link) => link.getAttribute('href'))).toEqual(['/shop/mug', '/blog/clay']);
  expect(screen.getByRole('status')).toHaveTextContent('2 results');
  expect(screen.getByText('$18.00')).toBeVisible();
  expect(screen.getByRole('searchbox', { name: 'Search for' })).toHaveValue('mug');
  expect(screen.queryByRole('link', { name: 'Blog' })).not.toBeInTheDocument();
});

test('W-220 a title comes before a text, however often the text says the word; nothing asked shows nothing', async () => {
  expect(await titles('mug')).toEqual(['Blue mug', 'Notes on clay']);
  expect(await titles('')).toEqual([]);
  expect(await titles(' … ')).toEqual([]);
  page();
  await settle();
  expect(screen.queryByRole('list', { name: 'Results' })).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', '/blog');
});

test('W-220 beginnings, mistakes, accents and several words', async () => {
  expect(await titles('kee')).toEqual(['Keeping rye bread']);
  expect(await titles('keping')).toEqual(['Keeping rye bread']);
  expect(await titles('braed')).toContain('Keeping rye bread');
  expect(await titles('CREME')).toEqual(['Keeping rye bread']);
  expect(await titles('rye bread')).toEqual(['Keeping rye bread']);
  expect(await titles('stones bread')).toEqual(['Open day']);
  expect(await titles('bread zzzzz')).toContain('Keeping rye bread');
  expect(await titles('confidential')).toEqual([]);
});

test('G-129 posts, events, products and pages are found', async () => {
  expect(await titles('keeping')).toHaveLength(1);
  expect(await titles('open day')).toEqual(['Open day']);
  expect(await titles('blue')).toEqual(['Blue mug']);
  expect(await titles('about')).toEqual(['About the mill']);
});

test('what is typed is answered after a pause, kept in the address, and told once it is meant (K-027)', async () => {
  page();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'requestAnimationFrame'] });
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await user.type(screen.getByRole('searchbox'), 'open');
  expect(window.location.search).toBe('');
  await act(() => jest.advanceTimersByTimeAsync(TYPING_MS));
  expect(window.location.search).toBe('?q=open');
  expect(window.loggiaTold).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(MEANT_MS));
  jest.useRealTimers();
  await settle();
  expect(window.loggiaTold).toEqual([['loggia:search', { query: 'open' }]]);
  expect(screen.getByRole('status')).toHaveTextContent('1 result');
});

test('nothing found is said', async () => {
  page('?q=zzzz');
  await settle();
  expect(screen.getByRole('status')).toHaveTextContent('Nothing was found for “zzzz”.');
});

test('E-019 an index that does not come is said, and asked for again', async () => {
  let fails = true;
  server.use(
    http.get('*/assets/search/lost.json', () =>
      fails
        ? new HttpResponse(null, { status: 500 })
        : HttpResponse.json({ layout: 1, documents: 0, average: [0, 0, 0], words: {}, bits: 0, cards: {} }),
    ),
  );
  page('?q=mug', '/assets/search/lost.json');
  await settle();
  expect(screen.getByRole('alert')).toHaveTextContent('Unable to load results');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await settle();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Nothing was found for “mug”.');
});

/** An index as the generator divides a large one. */
function large(count: number) {
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const code = (n: number) => [18, 12, 6, 0].map((shift) => DIGITS[(n >> shift) & 63]).join('');
  const pages = Array.from({ length: count }, (_, n) => code(n << 12));
  const lengths = pages.map((page) => `${page}CAB`).join('');
  const all = pages.map((page) => `${page}B`).join('');
  const files: Record<string, unknown> = {
    'br.json': { lengths, words: { bread: ['', '', all], bride: [`${pages[0]}B`, '', ''] } },
    'o.json': { lengths, words: { oat: ['', '', all] } },
    'list.txt': 'bread\nbride\noat',
  };
  const cards: Record<string, string> = {};
  for (const [n, page] of pages.entries()) {
    const key = String((n << 12) >> 20);
    cards[key] = `card${key}.json`;
    files[`card${key}.json`] = {
      ...(files[`card${key}.json`] as object),
      [page]: { title: `Page ${n}`, url: `/p/${n}` },
    };
  }
  files['index.json'] = {
    layout: 1,
    documents: count,
    average: [2, 0, 8],
    words: { br: 'br.json', o: 'o.json' },
    list: 'list.txt',
    bits: 4,
    cards,
  };
  const asked: string[] = [];
  server.use(
    http.get(`*/large${count}/:name`, ({ params }) => {
      asked.push(String(params.name));
      const file = files[String(params.name)];
      return typeof file === 'string' ? HttpResponse.text(file) : HttpResponse.json(file as object);
    }),
  );
  return asked;
}

test('G-128 of a large index only what the question needs is fetched', async () => {
  const asked = large(600);
  const codes = await find('/large600/index.json', 'bread');
  expect(codes).toHaveLength(600);
  expect(asked).toEqual(['index.json', 'br.json']);
  const [card] = await cardsOf('/large600/index.json', codes.slice(0, 1));
  expect(card?.title).toMatch(/^Page \d+$/);
  expect(asked).toHaveLength(3);
  // A word that is mistyped at its beginning is looked for in the list of all words.
  expect(await find('/large600/index.json', 'pread')).toHaveLength(600);
  expect(asked).toContain('list.txt');
});

test('W-018 N-096 an address asks with its first thousand keys', async () => {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=1`).join('&');
  page(`?${keys(1000)}&q=bread`);
  expect(screen.getByRole('searchbox')).toHaveValue('');
  page(`?${keys(999)}&q=bread`);
  expect(screen.getByRole('searchbox')).toHaveValue('bread');
  await settle();
});

test('W-014 N-062 more results are shown on demand; the first of them has the focus, 30 px below the edge', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollTo').mockReturnValue();
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { top: 100 + 50 * [...(this.parentElement?.children ?? [])].indexOf(this) } as DOMRect;
  });
  large(25);
  page('?q=bread', '/large25/index.json');
  await settle();
  expect(links()).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'Show more results' }));
  await settle();
  expect(links()).toHaveLength(20);
  expect(links()[10]).toHaveFocus();
  // The eleventh stands at 600.
  expect(scrolled).toHaveBeenLastCalledWith({ top: 570, behavior: 'smooth' });
  await userEvent.click(screen.getByRole('button', { name: 'Show more results' }));
  await settle();
  expect(links()).toHaveLength(25);
  expect(screen.queryByRole('button', { name: 'Show more results' })).not.toBeInTheDocument();
});
