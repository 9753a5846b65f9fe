import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { NO_CHANGES } from './edit.fixture.ts';
import { Marks } from './Marks.tsx';
import { OrderPage } from './OrderPage.tsx';
import { MARKS, ONE } from './sample.fixture.ts';

describe('S-348 why an order is worth a look', () => {
  test('each reason stands in words, with its countries, numbers and who looked at it', () => {
    renderIn(<Marks marks={MARKS} lookedAt={() => Promise.resolve(true)} onOpen={() => {}} />, { answers: [] });
    const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(said).toHaveLength(MARKS.length);
    expect(said[0]).toBe('The payment provider calls the risk of this payment elevated. (71 of 100)');
    expect(said[2]).toBe('The card is from France, the invoice goes to United States.');
    expect(said[3]).toBe('The invoice goes to Germany, the goods to United States.');
    expect(said[4]).toBe('Within the hour before, 4 payments were refused.');
    expect(said[8]).toMatch(/^Perhaps the same order twice: #1001 Looked at by own@shop.example, /);
    expect(said.join(' ')).not.toMatch(/[{}]/);
  });

  test('an order without a reason says nothing, and what was looked at asks for nothing', () => {
    const { unmount } = renderIn(<Marks marks={[]} lookedAt={() => Promise.resolve(true)} onOpen={() => {}} />, {
      answers: [],
    });
    expect(screen.queryByText('Worth a look')).toBeNull();
    unmount();
    const quiet = MARKS.filter(({ seenOn, kind }) => seenOn || kind === 'not-protected');
    renderIn(<Marks marks={quiet} lookedAt={() => Promise.resolve(true)} onOpen={() => {}} />, { answers: [] });
    expect(screen.getByText('Worth a look')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'I have looked at it' })).toBeNull();
  });

  test('the marks that are seen are looked at by their ids, and the other order opens', async () => {
    const seen: unknown[] = [];
    const opened: string[] = [];
    const answers = [
      http.get('*/api/commerce/desk/orders/:id', ({ params }) => {
        opened.push(String(params.id));
        const order = { ...ONE.order, id: String(params.id), number: params.id === 'o1' ? 1001 : 1002 };
        return HttpResponse.json({ ...ONE, order, marks: params.id === 'o2' ? MARKS : [] });
      }),
      http.get('*/api/commerce/desk/orders/:id/changes', () => HttpResponse.json(NO_CHANGES)),
      http.get('*/api/commerce/desk/carriers', () => HttpResponse.json({ carriers: [] })),
      http.post('*/api/commerce/desk/orders/:id/looked-at', async ({ request }) => {
        seen.push(await request.json());
        return HttpResponse.json(ONE);
      }),
    ];
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers });
    await user.click(await screen.findByRole('button', { name: 'I have looked at it' }));
    await waitFor(() => expect(seen).toEqual([{ marks: ['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'] }]));
    await user.click(await screen.findByRole('button', { name: '#1001' }));
    await screen.findByRole('heading', { name: /#1001/ });
    await user.keyboard('{Escape}');
    await screen.findByRole('heading', { name: /#1002/ });
    expect(opened).toContain('o1');
  });
});
