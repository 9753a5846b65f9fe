import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { csvOf, FIRST, isSame, MOST, queryOf, readViews, withView, writeViews } from './filter.ts';
import { OrderDesk } from './OrderDesk.tsx';
import { COUNTS, DOLLARS, ROWS, WAYS } from './sample.fixture.ts';

const KEPT = 'loggia.editor.orders.views';
const DAY = 24 * 60 * 60 * 1000;

/** A shop that notes what is asked for. */
function shop() {
  const asked: string[] = [];
  const answers = [
    http.get('*/api/commerce/desk/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/views', () => HttpResponse.json({ views: [] })),
    http.get('*/api/commerce/desk/deliveries', () => HttpResponse.json(WAYS)),
    http.get('*/api/commerce/desk/selection', ({ request }) => {
      asked.push(`selection${new URL(request.url).search}`);
      return HttpResponse.json({ orders: ['o2'], isMore: false });
    }),
    http.get('*/api/commerce/desk/orders', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ orders: ROWS, nextCursor: null, isPartial: false, amounts: [DOLLARS] });
    }),
  ];
  return { asked, answers };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const field = (name: string) => screen.getByLabelText(name);

beforeEach(() => window.localStorage.clear());

describe('S-475 a list of orders is narrowed by days and a tag', () => {
  test('from the first moment of a day of the reader to the last of another, a change of clocks between them or not', () => {
    const { from, to } = queryOf({ ...FIRST, from: '2026-11-01', to: '2026-11-02' });
    expect(from).toBe(new Date('2026-11-01T00:00:00').getTime());
    expect(to).toBe(new Date('2026-11-03T00:00:00').getTime());
    const { from: first, to: last } = queryOf({ ...FIRST, from: '2026-12-31', to: '2026-12-31' });
    expect((last ?? 0) - (first ?? 0)).toBe(DAY);
    expect(last).toBe(new Date('2027-01-01T00:00:00').getTime());
  });

  test('what was not chosen is not asked for, and the file is of the same question', () => {
    expect(queryOf({ ...FIRST, text: ' lee ', tag: ' ', from: 'soon' })).toEqual({ view: 'TO_SEND', text: 'lee' });
    expect(csvOf({ view: 'ALL', text: 'a&b', tag: 'gift', from: 5 })).toBe(
      '/api/commerce/desk/orders.csv?view=ALL&text=a%26b&tag=gift&from=5',
    );
  });

  test('the list and what is chosen of it are asked with them until there is no filter', async () => {
    const { asked, answers } = shop();
    const { user } = renderIn(<OrderDesk />, { answers });
    await button(/#1002/);
    await user.click(await button('Filter'));
    await user.type(field('Placed from'), '2026-11-20');
    await user.type(field('Placed until'), '2026-11-20');
    await user.type(field('Tag'), 'gift');
    const { from, to } = queryOf({ ...FIRST, from: '2026-11-20', to: '2026-11-20' });
    const wanted = `?view=TO_SEND&text=&tag=gift&from=${from}&to=${to}`;
    await waitFor(() => expect(asked.at(-1)).toBe(wanted));
    expect(await button('Filter (2)')).toHaveAttribute('aria-expanded', 'true');
    await user.click(await button('Choose all of this list'));
    await waitFor(() => expect(asked.at(-1)).toBe(`selection${wanted}`));
    expect(await screen.findByText('1 order chosen')).toBeInTheDocument();
    await user.clear(field('Placed until'));
    await user.type(field('Placed until'), '2026-11-19');
    expect(await screen.findByText('This day is before the first.')).toBeInTheDocument();
    expect(screen.queryByText('1 order chosen')).toBeNull();
    await user.click(await button('No filter'));
    await button('Filter');
    expect(field('Tag')).toHaveValue('');
  });
});

describe('S-476 what is shown of the orders is saved under a name', () => {
  test('and is there again when the desk is opened again, until it is forgotten', async () => {
    const first = shop();
    const { user, unmount } = renderIn(<OrderDesk />, { answers: first.answers });
    await user.click(await button('Sent 10000+'));
    await user.type(screen.getByRole('searchbox'), 'lee');
    await user.click(await button('Save this view'));
    await user.click(await button('Save the view'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Give the view a name.');
    await user.type(field('Name of the view'), 'Lee, sent{Enter}');
    expect(await button('Lee, sent')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('alert')).toBeNull();
    unmount();

    const second = shop();
    const again = renderIn(<OrderDesk />, { answers: second.answers });
    const kept = await button('Lee, sent');
    expect(kept).toHaveAttribute('aria-pressed', 'false');
    await again.user.click(kept);
    await waitFor(() => expect(second.asked.at(-1)).toBe('?view=SENT&text=lee'));
    expect(screen.getByRole('searchbox')).toHaveValue('lee');
    await again.user.click(await button('Forget the view “Lee, sent”'));
    await button('Save this view');
    expect(screen.queryByRole('button', { name: 'Lee, sent' })).toBeNull();
    expect(readViews()).toEqual([]);
  });

  test('one of the same name is replaced, and they stand by name', () => {
    const one = { name: 'b', filter: FIRST };
    const views = withView(withView([one], { name: 'a', filter: FIRST }), {
      name: 'b',
      filter: { ...FIRST, tag: 'x' },
    });
    expect(views.map(({ name, filter }) => name + filter.tag)).toEqual(['a', 'bx']);
    expect(isSame({ ...FIRST, text: 'lee ' }, { ...FIRST, text: 'lee' })).toBe(true);
  });

  test('two tabs keep what the other one saved', async () => {
    const { user } = renderIn(<OrderDesk />, { answers: shop().answers });
    await user.click(await button('Save this view'));
    writeViews([{ name: 'theirs', filter: { ...FIRST, tag: 'x' } }]);
    await user.type(field('Name of the view'), 'mine{Enter}');
    expect(await button('theirs')).toBeInTheDocument();
    expect(readViews().map(({ name }) => name)).toEqual(['mine', 'theirs']);
    writeViews(readViews().filter(({ name }) => name === 'mine'));
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'theirs' })).toBeNull());
  });

  test('there are no more than are said, and what is no view is left out', async () => {
    const many = Array.from({ length: MOST }, (_, at) => ({ name: `v${at}`, filter: { ...FIRST, tag: `t${at}` } }));
    writeViews(many);
    const { user } = renderIn(<OrderDesk />, { answers: shop().answers });
    await user.click(await button('Save this view'));
    await user.type(field('Name of the view'), 'new{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('There are 20 views already.');
    expect(field('Name of the view')).toHaveValue('new');
    expect(readViews()).toHaveLength(MOST);
    window.localStorage.setItem(
      KEPT,
      JSON.stringify([1, { name: 'x' }, { name: 'y', filter: { ...FIRST, view: 'NO' } }]),
    );
    expect(readViews()).toEqual([]);
    window.localStorage.setItem(KEPT, '{');
    expect(readViews()).toEqual([]);
  });

  test('a browser that keeps nothing says so, and what was typed stays', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const { user } = renderIn(<OrderDesk />, { answers: shop().answers });
    await user.click(await button('Save this view'));
    await user.type(field('Name of the view'), 'mine{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This browser keeps nothing.');
    expect(field('Name of the view')).toHaveValue('mine');
    full.mockRestore();
  });
});
