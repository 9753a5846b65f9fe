import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { setEditorLanguage } from '../text/text.ts';
import { CodeForm } from './CodeForm.tsx';
import { Codes } from './Codes.tsx';
import { stateOf } from './coupon.ts';
import { GiftCards } from './GiftCards.tsx';
import { type Seen, shop } from './sample.fixture.ts';
import { c } from './text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

const bodyOf = (seen: Seen[], end: string): unknown => seen.find(({ path }) => path.endsWith(end))?.body;

describe('S-834 the gift cards', () => {
  test('are listed and found; a code that is looked for stands in the body alone', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<GiftCards />, { answers: shop(seen) });
    const card = await screen.findByRole('button', { name: /Ends in K7QM/ });
    expect(card).toHaveTextContent('Ends in K7QMgrace@shopper.example38.00 USD');
    expect(screen.getByRole('button', { name: /Code not known/ })).toHaveTextContent(
      'Taken over from another shopVoidTest mode0.00 USD',
    );
    await user.click(screen.getByRole('button', { name: 'Void' }));
    await waitFor(() => expect(seen.at(-1)?.body).toEqual({ text: '', view: 'VOIDED', cursor: '' }));
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No gift card has this code, address or order.')).toBeInTheDocument();
    expect(seen.every(({ path }) => !path.includes('nobody'))).toBe(true);
  });

  test('one shows what happened to it, and is voided once a reason is given', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<GiftCards />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /Ends in K7QM/ }));
    expect(await screen.findByText(/Bought with order #1001 by ann@shopper.example/)).toHaveTextContent(
      'For grace@shopper.example',
    );
    expect(within(screen.getByRole('list', { name: 'What happened' })).getByText(/-12\.00 USD/)).toHaveTextContent(
      '-12.00 USD Spent',
    );
    await user.click(screen.getByRole('button', { name: 'Void the card' }));
    const window = await screen.findByRole('alertdialog');
    expect(window).toHaveTextContent('What is left, 38.00 USD, is taken off');
    await user.click(within(window).getByRole('button', { name: 'Void the card' }));
    expect(within(window).getByText('Please give a reason.')).toBeInTheDocument();
    expect(bodyOf(seen, '/void')).toBeUndefined();
    await user.type(within(window).getByLabelText('Reason, for the staff'), ' It was stolen. ');
    await user.click(within(window).getByRole('button', { name: 'Void the card' }));
    expect(await screen.findByText('The card is void.')).toBeInTheDocument();
    expect(bodyOf(seen, '/void')).toEqual({ reason: 'It was stolen.' });
    expect(screen.getByText(/-38\.00 USD/)).toHaveTextContent('-38.00 USD Taken off');
    expect(screen.getByText(/by own@shop.example/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Void the card' })).toBeNull();
  });

  test('one that was voided already says so', async () => {
    const refusal = http.post('*/api/commerce/gift-cards/g1/void', () =>
      HttpResponse.json({ code: 'gift-card-void', error: 'This gift card is void already.' }, { status: 409 }),
    );
    const { user } = renderIn(<GiftCards />, { answers: [refusal, ...shop()] });
    await user.click(await screen.findByRole('button', { name: /Ends in K7QM/ }));
    await user.click(await screen.findByRole('button', { name: 'Void the card' }));
    const window = await screen.findByRole('alertdialog');
    await user.type(within(window).getByLabelText('Reason, for the staff'), 'x');
    await user.click(within(window).getByRole('button', { name: 'Void the card' }));
    expect(await within(window).findByText('This gift card is void already.')).toBeInTheDocument();
  });

  test('one is made by one form once, however often it is pressed, and its code is said', async () => {
    const seen: Seen[] = [];
    let isDown = true;
    const down = http.post('*/api/commerce/gift-cards', ({ request }) => {
      if (!isDown) return undefined;
      seen.push({ method: 'POST', path: 'down', key: request.headers.get('idempotency-key'), body: null });
      return HttpResponse.json({ error: 'Please try again later.' }, { status: 503 });
    });
    const { user } = renderIn(<GiftCards />, { answers: [down, ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: 'New gift card' }));
    const amount = screen.getByLabelText('Amount (USD)');
    await user.clear(amount);
    await user.type(amount, '0');
    await user.click(screen.getByRole('button', { name: 'Make the card' }));
    expect(screen.getByText('Please give an amount above 0.')).toBeInTheDocument();
    expect(screen.getByText('Please give a reason.')).toBeInTheDocument();
    await user.clear(amount);
    await user.type(amount, '25');
    // Whom it is for is said whole or not at all.
    await user.type(screen.getByLabelText('E-mail address'), 'grace@');
    await user.click(screen.getByRole('button', { name: 'Make the card' }));
    expect(screen.getByText('Please give a whole e-mail address.')).toBeInTheDocument();
    expect(screen.getByText('Please give a name.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('E-mail address'), 'shopper.example');
    await user.type(screen.getByLabelText('Name'), 'Grace');
    await user.type(screen.getByLabelText('Reason, for the staff'), 'A late parcel.');
    await user.click(screen.getByRole('button', { name: 'Make the card' }));
    expect(await screen.findByText('Please try again later.')).toBeInTheDocument();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Make the card' }));
    expect(
      await screen.findByText(/sent to grace@shopper.example. Its code is ABCD-EFGH-JKLM-NPQR-STUV/),
    ).toBeVisible();
    const [first, second] = seen.filter(({ path }) => path === 'down' || path === '/api/commerce/gift-cards');
    expect(second?.body).toEqual({
      amountCents: 2500,
      recipientName: 'Grace',
      recipientEmail: 'grace@shopper.example',
      message: '',
      reason: 'A late parcel.',
    });
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.key).toBe(first?.key);
    expect(screen.queryByRole('button', { name: 'Make the card' })).toBeNull();
  });
});

describe('S-835 the codes', () => {
  test('say how they stand and how often they were used', async () => {
    const { user } = renderIn(<Codes />, { answers: shop() });
    expect(await screen.findByRole('button', { name: /SPRING/ })).toHaveTextContent('SPRINGUsed 7 of 100 times10 %');
    expect(screen.getByRole('button', { name: /PAST/ })).toHaveTextContent(/PASTUsed 0 times · until .*Ended5\.00 USD/);
    expect(screen.getByRole('button', { name: /FULL/ })).toHaveTextContent('Used up7.00 USD');
    expect(screen.getByRole('button', { name: /FIRSTLOAF/ })).toHaveTextContent('of the siteNot begun15 %');
    expect(screen.getByText('Three for two').parentElement).toHaveTextContent('Three for two Used 4 times');
    await user.type(screen.getByRole('searchbox'), 'loaf');
    expect(screen.queryByRole('button', { name: /SPRING/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /FIRSTLOAF/ }));
    expect(await screen.findByText(/This code stands in the settings of the site/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull();
  });

  test('one shows its orders; its end and limits are changed, and the rest of it stays', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Codes />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /SPRING/ }));
    expect(await screen.findByRole('button', { name: /#1009/ })).toHaveTextContent('6.40 USD off');
    const uses = screen.getByLabelText('Uses in all');
    await user.clear(uses);
    await user.type(uses, '20');
    await user.type(screen.getByLabelText('Counts until'), '2030-01-02T03:04');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeInTheDocument();
    expect(seen.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/api/commerce/coupons/SPRING',
      body: { kind: 'percent', value: '10', usesInAll: 20, expiresOn: new Date('2030-01-02T03:04').getTime() },
    });
  });

  test('one is switched off after a question, and on again without its end', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Codes />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /SPRING/ }));
    await user.click(await screen.findByRole('button', { name: 'Switch off' }));
    const window = await screen.findByRole('alertdialog');
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false);
    const before = Date.now();
    await user.click(within(window).getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(seen.some(({ method }) => method === 'PUT')).toBe(true));
    const off = seen.find(({ method }) => method === 'PUT')?.body as { expiresOn: number; usesInAll: number };
    expect(off.expiresOn).toBeGreaterThanOrEqual(before);
    expect(off.usesInAll).toBe(100);
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));
    await user.click(await screen.findByRole('button', { name: /PAST/ }));
    await user.click(await screen.findByRole('button', { name: 'Switch on again' }));
    await waitFor(() => expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(2));
    expect(seen.filter(({ method }) => method === 'PUT')[1]?.body).not.toHaveProperty('expiresOn');
  });

  test('one is removed after a question; a new one is made, and a refusal is said', async () => {
    const seen: Seen[] = [];
    let refuses = true;
    const refusal = http.put('*/api/commerce/coupons/:code', () =>
      refuses
        ? HttpResponse.json({ code: 'coupon-of-the-site', error: 'Change it there.' }, { status: 409 })
        : undefined,
    );
    const { user } = renderIn(<Codes />, { answers: [refusal, ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: /SPRING/ }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(seen.some(({ method }) => method === 'DELETE')).toBe(true));
    await user.click(await screen.findByRole('button', { name: 'New code' }));
    const form = screen.getByRole('region', { name: 'New code' });
    await user.click(within(form).getByRole('button', { name: 'New code' }));
    expect(await screen.findByText('A code has letters, digits, - and _.')).toBeInTheDocument();
    await user.type(within(form).getByLabelText('Code'), 'summer');
    await user.click(within(form).getByRole('button', { name: 'New code' }));
    expect(await screen.findByText('Change it there.')).toBeInTheDocument();
    refuses = false;
    await user.click(within(form).getByRole('button', { name: 'New code' }));
    expect(await screen.findByRole('searchbox')).toBeInTheDocument();
    expect(seen.find(({ method }) => method === 'PUT')?.path).toBe('/api/commerce/coupons/SUMMER');
  });

  test('S-479 a new one without a code is said at its field, which is gone to', async () => {
    const { user } = renderIn(<CodeForm currency="EUR" onMake={() => Promise.resolve(true)} />);
    const field = screen.getByRole('textbox', { name: 'Code' });
    const buttons = screen.getAllByRole('button');
    await user.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(screen.getByText('A code has letters, digits, - and _.')).toBeInTheDocument();
  });

  test('a code that has ended is ended, whatever its uses', () => {
    const limits = {
      minimumCents: 0,
      products: [],
      collections: [],
      groups: [],
      combinable: false,
      firstOrderOnly: false,
    };
    const open = { startsOn: null, expiresOn: null, usesInAll: null, usesPerCustomer: null };
    const coupon = { code: 'A', kind: 'percent' as const, value: '10', ...limits, ...open };
    expect(stateOf({ ...coupon, expiresOn: 5, usesInAll: 1 }, 1, 5)).toBe('ENDED');
    expect(stateOf({ ...coupon, expiresOn: 6, usesInAll: 1 }, 1, 5)).toBe('USED_UP');
    expect(stateOf({ ...coupon, startsOn: 6 }, 0, 5)).toBe('LATER');
    expect(stateOf({ ...coupon, startsOn: 5 }, 0, 5)).toBe('ACTIVE');
  });
});

describe('S-834 the words', () => {
  afterEach(() => setEditorLanguage('en-US', {}));

  test('each language says each, with the same values filled in', () => {
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [language, words] of Object.entries(WORDS))
      for (const [key, text] of Object.entries(EN))
        expect([language, key, holes(words[key as keyof typeof EN])]).toEqual([language, key, holes(text)]);
  });

  test('the editor’s language is theirs', () => {
    expect(c('make')).toBe('Make the card');
    setEditorLanguage('de-DE', {});
    expect(c('make')).toBe('Gutschein ausstellen');
  });
});
