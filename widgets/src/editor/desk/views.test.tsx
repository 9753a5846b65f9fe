import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { FilterForm } from './FilterForm.tsx';
import { FIRST, type Filter, filterOf, type KeptView, queryOf } from './filter.ts';
import { SavedViews } from './SavedViews.tsx';
import { VIEWS_KEPT, WAYS } from './sample.fixture.ts';

/** A shop that keeps views, and notes what is asked of it. */
function shop(refusal?: { status: number; code: string; error: string }) {
  const asked: { what: string; body: unknown }[] = [];
  const note = async (request: Request) => {
    const text = await request.text();
    asked.push({ what: `${request.method} ${new URL(request.url).pathname}`, body: text ? JSON.parse(text) : null });
    return refusal
      ? HttpResponse.json({ code: refusal.code, error: refusal.error }, { status: refusal.status })
      : HttpResponse.json({ views: VIEWS_KEPT });
  };
  const path = '*/api/commerce/desk/views';
  const answers = [
    http.get(path, () => HttpResponse.json({ views: VIEWS_KEPT })),
    http.post(path, ({ request }) => note(request)),
    http.put(`${path}/:id`, ({ request }) => note(request)),
    http.delete(`${path}/:id`, ({ request }) => note(request)),
    http.get('*/api/commerce/desk/deliveries', () => HttpResponse.json(WAYS)),
  ];
  return { asked, answers };
}

function kept(name: string): KeptView {
  const found = VIEWS_KEPT.find((view) => view.name === name);
  if (!found) throw new Error(name);
  return found;
}

const button = (name: string) => screen.findByRole('button', { name });

/** Opens the form, and chooses who sees the view. */
async function saveAs(user: ReturnType<typeof renderIn>['user'], name: string, whose: RegExp) {
  await user.click(await button('Save this view'));
  await user.type(screen.getByLabelText('Name of the view'), name);
  await user.click(screen.getByRole('button', { name: /Who sees it/ }));
  await user.click(await screen.findByRole('option', { name: whose }));
  await user.click(await button('Save the view'));
}

beforeEach(() => window.localStorage.clear());

describe('S-328 views that the shop keeps', () => {
  test('stand with their filter, and one of somebody else is shown and not forgotten', async () => {
    const { answers } = shop();
    const chosen: Filter[] = [];
    const gifts = filterOf(kept('Gifts'));
    const { user } = renderIn(<SavedViews filter={gifts} onChoose={(one) => chosen.push(one)} />, { answers });
    expect(await button('Gifts')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText(/Shared by ben@shop.example/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Forget/ })).toBeNull();
    await user.click(await button('Bread by post'));
    expect(chosen.map(queryOf)).toEqual([{ view: 'PAID', text: '', product: 'bread', delivery: 'post' }]);
  });

  test('a new one is kept for all staff, and one of the same name is changed by its revision', async () => {
    const { asked, answers } = shop();
    const filter = { ...FIRST, text: ' lee ', tag: 'x' };
    const { user } = renderIn(<SavedViews filter={filter} onChoose={() => {}} />, { answers });
    await button('Lee');
    await saveAs(user, 'New', /All staff/);
    await waitFor(() => expect(asked).toHaveLength(1));
    const tidied = { ...filter, text: 'lee' };
    expect(asked[0]).toEqual({
      what: 'POST /api/commerce/desk/views',
      body: { name: 'New', filter: tidied, isShared: true, revision: 0 },
    });
    await saveAs(user, 'bread by POST', /All staff/);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual({
      what: 'PUT /api/commerce/desk/views/v2',
      body: { name: 'bread by POST', filter: tidied, isShared: true, revision: 3 },
    });
  });

  test('a refusal is said, and what was typed stays', async () => {
    const { answers } = shop({ status: 409, code: 'view-name-taken', error: 'There is a view of this name already.' });
    const { user } = renderIn(<SavedViews filter={{ ...FIRST, tag: 'x' }} onChoose={() => {}} />, { answers });
    await button('Lee');
    await saveAs(user, 'Gifts', /wherever I sign in/);
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByLabelText('Name of the view')).toHaveValue('Gifts');
  });

  test('one of ones own is forgotten', async () => {
    const { asked, answers } = shop();
    const { user } = renderIn(<SavedViews filter={filterOf(kept('Lee'))} onChoose={() => {}} />, { answers });
    await user.click(await button('Forget the view “Lee”'));
    await waitFor(() => expect(asked).toEqual([{ what: 'DELETE /api/commerce/desk/views/v1', body: null }]));
  });
});

describe('S-328 the filter of a list', () => {
  test('has the ways of delivery of the shop, one that is gone, and the product that is chosen', async () => {
    const { answers } = shop();
    const changes: Partial<Filter>[] = [];
    const filter = { ...FIRST, product: 'bread', productTitle: 'Bread', delivery: 'balloon' };
    const { user } = renderIn(<FilterForm filter={filter} onChange={(part) => changes.push(part)} />, { answers });
    await user.click(screen.getByRole('button', { name: /Way of delivery/ }));
    await screen.findByRole('option', { name: 'Collected' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Every way',
      'Post',
      'Collected',
      'balloon',
    ]);
    await user.click(screen.getByRole('option', { name: 'Every way' }));
    await user.click(await button('Every product'));
    await user.click(await button('No filter'));
    expect(changes).toEqual([
      { delivery: '' },
      { product: '', productTitle: '' },
      { tag: '', product: '', productTitle: '', delivery: '', from: '', to: '' },
    ]);
  });
});
