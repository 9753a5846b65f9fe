import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { Accounting } from './Accounting.tsx';
import { type Seen, shop } from './sample.fixture.ts';

import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

describe('S-314 the accounting panel', () => {
  const click = jest.fn();
  beforeEach(() => {
    click.mockClear();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(click);
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
  });

  test('a day says what each way of payment took and gave back, with references', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Accounting />, { answers: shop(seen) });
    const methods = await screen.findByRole('region', { name: 'By way of payment, EUR' });
    expect(within(methods).getByRole('row', { name: 'Stripe 2 95.20 EUR 1 5.00 EUR 90.20 EUR' })).toBeInTheDocument();
    expect(screen.getByText('Gift cards: 10.00 EUR spent, 25.00 EUR sold. No provider knows of them.')).toBeVisible();
    await user.click(screen.getByText('Payments and refunds, EUR', { selector: 'summary' }));
    expect(screen.getByRole('row', { name: '1001-1 Given back Stripe -5.00 EUR re_1' })).toBeVisible();
    expect(screen.getByText('More rows: 3. The table has all of them.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'This day as a table (CSV)' }));
    await waitFor(() => expect(seen.at(-1)?.path).toBe('/api/commerce/accounting/closing.csv?day=2026-11-21'));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-20' } });
    expect(await screen.findByText('No money came in or went out on this day.')).toBeVisible();
  });

  test('an export has its days and, for DATEV, its currency; a refusal is said in the server’s words', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Accounting />, { answers: shop(seen) });
    fireEvent.change(await screen.findByLabelText('First day'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-30' } });
    await user.click(screen.getByRole('button', { name: 'Download' }));
    const days = 'from=2026-11-01&to=2026-11-30';
    await waitFor(() => expect(seen.at(-1)?.path).toBe(`/api/commerce/accounting/journal.csv?${days}`));
    await user.click(screen.getByRole('button', { name: /Format/ }));
    await user.click(await screen.findByRole('option', { name: 'DATEV booking batch (EXTF)' }));
    await user.click(screen.getByRole('button', { name: /Currency/ }));
    await user.click(await screen.findByRole('option', { name: 'USD' }));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(seen.at(-1)?.path).toBe(`/api/commerce/accounting/datev.csv?${days}&currency=USD`));
  });

  test('what the server refuses is said', async () => {
    const error = 'A batch for DATEV needs the tax advisor’s number.';
    const refusal = http.get('*/api/commerce/accounting/journal.csv', () =>
      HttpResponse.json({ code: 'datev-not-set-up', error }, { status: 400 }),
    );
    const { user } = renderIn(<Accounting />, { answers: [refusal, ...shop()] });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText(error)).toBeVisible();
    expect(click).not.toHaveBeenCalled();
  });

  test('account numbers: a chart brings its usual ones, a rate is added and removed, and all of it is saved at once', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Accounting />, { answers: shop(seen) });
    expect(await screen.findByText(/These are the usual accounts/)).toBeVisible();
    await user.clear(screen.getByLabelText('Country of the shop'));
    await user.type(screen.getByLabelText('Country of the shop'), 'AT');
    await user.click(screen.getByRole('button', { name: /Chart of accounts/ }));
    await user.click(await screen.findByRole('option', { name: 'SKR04' }));
    expect(screen.getByLabelText('Gift cards that were sold and not spent')).toHaveValue('3500');
    await user.click(screen.getByText('At home, every other rate – 8200'));
    await user.click(await screen.findByRole('button', { name: 'Remove this rate' }));
    await user.click(screen.getByRole('button', { name: 'Add a rate' }));
    await user.click(screen.getByText(/At home, without a tax/));
    await user.type((await screen.findAllByLabelText('Revenue')).at(-1) as HTMLElement, '4200');
    const advisor = screen.getByLabelText('Number of the tax advisor');
    await user.clear(advisor);
    await user.type(advisor, '29098');
    await user.tab();
    await user.click(screen.getByRole('button', { name: 'Save account numbers' }));
    expect(await screen.findByText(/The account numbers are saved/)).toBeVisible();
    const kept = seen.find(({ method }) => method === 'PUT')?.body as Record<string, unknown>;
    expect(kept).toMatchObject({ chart: 'SKR04', country: 'AT', consultant: 29_098, giftCards: '3500' });
    expect(
      (kept.taxes as { rate: string; revenue: string }[]).map(({ rate, revenue }) => `${rate} ${revenue}`),
    ).toEqual(['19 4400', '* 8320', '* 8120', ' 4200']);
    expect(screen.queryByText(/These are the usual accounts/)).toBeNull();
  });

  test('each language has every word', () => {
    for (const words of Object.values(WORDS)) expect(Object.keys(words).sort()).toEqual(Object.keys(EN).sort());
  });
});
