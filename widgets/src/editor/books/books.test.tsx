import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { setEditorLanguage } from '../text/text.ts';
import { Figures } from './Figures.tsx';
import { CARTS, shop } from './sample.fixture.ts';
import { dayOf, ordersOf, w } from './text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

type Seen = Parameters<typeof shop>[0];

describe('S-923 the figures', () => {
  test('each currency stands by itself, against the days before, with what is not counted', async () => {
    renderIn(<Figures />, { answers: shop() });
    const usd = await screen.findByRole('region', { name: 'In USD' });
    const tile = (name: string) => within(usd).getByText(name, { selector: 'dt' }).parentElement;
    expect(tile('Orders')).toHaveTextContent('Orders3-25 % against Oct 29, 2026 to Oct 31, 2026');
    expect(tile('Gross revenue')).toHaveTextContent('120.00 USD+20 %');
    expect(tile('Net revenue')).toHaveTextContent('102.00 USD');
    expect(tile('Refunds')).toHaveTextContent('10.00 USDNothing from Oct 29, 2026');
    expect(within(usd).getByText(/Orders in test mode: 5/)).toBeInTheDocument();
    expect(within(screen.getByRole('region', { name: 'In EUR' })).getAllByText('7.00 EUR')).not.toHaveLength(0);
    expect(screen.getByText(/still being added: 2/)).toBeInTheDocument();
    expect(screen.getByText(/time zone America\/New York/)).toBeInTheDocument();
    // Nothing is the sum of both.
    expect(screen.queryByText(/127\.00/)).toBeNull();
  });

  test('a chart says what it shows and stands as a table as well', async () => {
    const { user } = renderIn(<Figures />, { answers: shop() });
    const usd = await screen.findByRole('region', { name: 'In USD' });
    expect(
      within(usd).getByText('Gross revenue by day in USD: 120.00 USD in all, most with 90.00 USD from Nov 3, 2026'),
    ).toBeInTheDocument();
    await user.click(within(usd).getByText('The same as a table'));
    expect(
      within(usd).getByRole('row', { name: 'Nov 3, 2026 2 90.00 USD 10.00 USD 6.00 USD 74.00 USD' }),
    ).toBeVisible();
  });

  test('taxes, products and carts follow; visits that are not known are said to be', async () => {
    renderIn(<Figures />, { answers: shop() });
    expect(
      await screen.findByRole('row', { name: 'US, NY 8 % 90.00 USD 8.80 USD 0.80 USD 8.00 USD' }),
    ).toBeInTheDocument();
    expect(await screen.findByRole('row', { name: 'Bread 7 1 42.00 USD' })).toBeInTheDocument();
    expect(await screen.findByText('37.5 %')).toBeInTheDocument();
    expect(screen.getByText('Not known: no visits were counted in these days.')).toBeInTheDocument();
  });

  test('visits that are known give a share', async () => {
    const known = http.get('*/api/commerce/figures/carts', () => HttpResponse.json({ ...CARTS, visits: 200 }));
    renderIn(<Figures />, { answers: [known, ...shop()] });
    expect(await screen.findByText('1.5 %')).toBeInTheDocument();
  });

  test('other days are asked for in the shop’s time zone, and the table is of the same days', async () => {
    const seen: NonNullable<Seen> = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    const { user } = renderIn(<Figures />, { answers: shop(seen) });
    await screen.findByRole('region', { name: 'In USD' });
    await user.click(screen.getByRole('button', { name: /Which days/ }));
    await user.click(await screen.findByRole('option', { name: 'The last 7 days' }));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now());
    await waitFor(() => expect(seen.some(({ query }) => query.endsWith(`&to=${today}&step=day`))).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Figures as a table (CSV)' }));
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ path: '/api/commerce/figures.csv' }));
    expect(seen.at(-1)?.query).toContain(`to=${today}`);
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    click.mockRestore();
  });

  test('days that are none are said to be so, and what was chosen stays', async () => {
    let isMalformed = false;
    const answer = http.get('*/api/commerce/figures', () =>
      isMalformed ? HttpResponse.json({ code: 'malformed-span', error: 'x' }, { status: 400 }) : undefined,
    );
    const { user } = renderIn(<Figures />, { answers: [answer, ...shop()] });
    await screen.findByRole('region', { name: 'In USD' });
    isMalformed = true;
    await user.click(screen.getByRole('button', { name: /Which days/ }));
    await user.click(await screen.findByRole('option', { name: 'From one day to another' }));
    expect(await screen.findByText(/at most 400 days/)).toBeInTheDocument();
    expect(screen.getByLabelText('First day')).toHaveValue('2026-11-01');
  });
});

describe('S-923 the words', () => {
  afterEach(() => setEditorLanguage('en-US', {}));

  test('each language says each, with the same values filled in', () => {
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [language, words] of Object.entries(WORDS))
      for (const [key, text] of Object.entries(EN))
        expect([language, key, holes(words[key as keyof typeof EN])]).toEqual([language, key, holes(text)]);
  });

  test('the editor’s language is theirs', () => {
    expect([w('orders'), ordersOf(1), ordersOf(2)]).toEqual(['Orders', '1 order', '2 orders']);
    setEditorLanguage('de-DE', {});
    expect([w('orders'), ordersOf(1), dayOf('2026-11-03')]).toEqual(['Bestellungen', '1 Bestellung', '03.11.2026']);
  });
});
