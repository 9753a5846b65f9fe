import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { setEditorLanguage } from '../text/text.ts';
import { Drafts } from './Drafts.tsx';
import { lineOf, withLine } from './draft.ts';
import { SENT, type Seen, shop } from './sample.fixture.ts';
import { d } from './text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

const bodyOf = (seen: Seen[], method: string): unknown => seen.find((one) => one.method === method)?.body;

describe('S-469 drafts', () => {
  test('one is made by the keyboard alone: its customer, a product that is found, a line of the shop’s own', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Drafts />, { answers: shop(seen) });
    const press = (button: HTMLElement) => {
      act(() => button.focus());
      return user.keyboard('{Enter}');
    };
    const open = await screen.findByRole('button', { name: 'New draft' });
    await press(open);
    await user.type(await screen.findByLabelText('E-mail address'), 'ann@shopper.example');
    await user.type(screen.getByRole('searchbox'), 'nothing');
    expect(await screen.findByText('Nothing is sold by this name.')).toBeInTheDocument();
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'bre');
    expect(await screen.findByRole('button', { name: /Bread bread\s*18 left/ })).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Remove Bread' })).toBeInTheDocument();
    await press(screen.getByRole('button', { name: 'Add a line of your own' }));
    await user.keyboard('Engraving');
    const price = screen.getByLabelText('Price of one (USD)');
    await user.clear(price);
    await user.type(price, '10');
    await press(screen.getByRole('button', { name: 'Add' }));
    await press(screen.getByRole('button', { name: 'Save and work out' }));
    expect(await screen.findByText('Saved.')).toBeInTheDocument();
    const { lines, email, shippingLocation } = bodyOf(seen, 'POST') as Record<string, unknown>;
    expect([email, shippingLocation]).toEqual(['ann@shopper.example', null]);
    expect(lines).toEqual([lineOf('bread', 'bread', ''), { ...lineOf('', '', 'Engraving'), priceCents: 1000 }]);
    // What it comes to is the server's.
    const sums = screen.getByText('What it comes to').parentElement;
    expect(sums).toHaveTextContent('2 × Bread12.00 USD');
    expect(sums).toHaveTextContent('A regular-1.20 USD');
    expect(sums).toHaveTextContent('Total16.76 USD');
  });

  test('one gets a link, which can be copied; saving it is said to end the link', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Drafts />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /ann@shopper.example/ }));
    await user.click(await screen.findByRole('button', { name: 'Make a link to pay' }));
    expect(await screen.findByLabelText('Link to pay')).toHaveValue(SENT.link);
    expect(bodyOf(seen, 'POST')).toEqual({ days: 3, notify: true });
    await user.click(screen.getByRole('button', { name: 'Copy the link' }));
    expect(await screen.findByRole('button', { name: 'Copied.' })).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(SENT.link);
    expect(screen.getByText(/Saving ends the link/)).toBeInTheDocument();
  });

  test('one is marked as paid after a question, and then shows its order; another is deleted after one', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Drafts />, { answers: shop(seen, SENT) });
    await user.click(await screen.findByRole('button', { name: /ann@shopper.example/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete the draft' }));
    const window = await screen.findByRole('alertdialog');
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(within(window).getByRole('button', { name: 'Delete the draft' }));
    await waitFor(() => expect(seen.some(({ method }) => method === 'DELETE')).toBe(true));
    await user.click(await screen.findByRole('button', { name: /ann@shopper.example/ }));
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    const sure = await screen.findByRole('alertdialog');
    expect(sure).toHaveTextContent('You have the money: 16.76 USD.');
    await user.click(within(sure).getByRole('button', { name: 'Mark as paid' }));
    expect(await screen.findByRole('button', { name: 'Show the order' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save and work out' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete the draft' })).toBeNull();
  });

  test('what the shop says against it is said, and nothing typed is lost', async () => {
    const refusal = http.post('*/api/commerce/desk/drafts/d1/link', () =>
      HttpResponse.json({ code: 'not-enough-stock', error: 'Only 1 left.' }, { status: 400 }),
    );
    const { user } = renderIn(<Drafts />, { answers: [refusal, ...shop()] });
    await user.click(await screen.findByRole('button', { name: /ann@shopper.example/ }));
    await user.type(await screen.findByLabelText('Note, for the staff'), 'By phone.');
    await user.click(screen.getByRole('button', { name: 'Make a link to pay' }));
    expect(await screen.findByText('Only 1 left.')).toBeInTheDocument();
    expect(screen.getByLabelText('Note, for the staff')).toHaveValue('By phone.');
  });

  test('a variant that is there already is one more of it; lines of the shop’s own stay apart', () => {
    const bread = lineOf('bread', 'bread', '');
    const own = lineOf('', '', 'x');
    expect(withLine([bread], bread)).toEqual([{ ...bread, quantity: 2 }]);
    expect(withLine([own], own)).toEqual([own, own]);
  });
});

describe('S-469 the words', () => {
  afterEach(() => setEditorLanguage('en-US', {}));

  test('each language says each, with the same values filled in', () => {
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [language, words] of Object.entries(WORDS))
      for (const [key, text] of Object.entries(EN))
        expect([language, key, holes(words[key as keyof typeof EN])]).toEqual([language, key, holes(text)]);
  });

  test('the editor’s language is theirs', () => {
    expect(d('paid')).toBe('Mark as paid');
    setEditorLanguage('de-DE', {});
    expect(d('paid')).toBe('Als bezahlt markieren');
  });
});
