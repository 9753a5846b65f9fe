import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { CUSTOMER, shop } from '../books/sample.fixture.ts';
import { asked } from '../desk/asked.ts';
import { renderIn } from '../test/render.tsx';
import { Customers } from './Customers.tsx';
import { keyOf } from './group.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

type Seen = NonNullable<Parameters<typeof shop>[0]>;

describe('S-924 the customers', () => {
  test('words stand in the body, a customer opens with everything of theirs', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Customers />, { answers: shop(seen) });
    const ann = await screen.findByRole('button', { name: /Ann Lee/ });
    expect(ann).toHaveTextContent('2 orders');
    await user.type(screen.getByRole('searchbox'), 'ann');
    await waitFor(() => expect(seen.at(-1)?.body).toEqual({ text: 'ann', group: '', cursor: '' }));
    expect(seen.every(({ path, query }) => !`${path}${query}`.includes('ann'))).toBe(true);
    await user.click(screen.getByRole('button', { name: /Ann Lee/ }));
    expect(await screen.findByText('24.00 USD in 1 order; 6.00 USD of it went back')).toBeInTheDocument();
    expect(screen.getByText(/1 Main Street/)).toHaveTextContent('Ann Lee 1 Main Street New York, NY 10001');
    expect(screen.getByText(/Joined on .* by form contact/)).toBeInTheDocument();
    expect(screen.getByText('Ring twice.')).toBeInTheDocument();
  });

  test('a person is erased after a question, and the list stands again', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Customers />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ }));
    await user.click(await screen.findByRole('button', { name: 'Erase this person' }));
    expect(seen.some(({ path }) => path === '/api/people/erasure')).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Erase for good' }));
    await screen.findByRole('searchbox');
    expect(seen.find(({ path }) => path === '/api/people/erasure')?.body).toEqual({ email: 'ann@shopper.example' });
  });
});

describe('S-461 groups of customers', () => {
  test('the list is that of a group; who is chosen is put into one that is filled by hand', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Customers />, { answers: shop(seen) });
    await screen.findByRole('button', { name: /Ann Lee/ });
    await user.click(screen.getByRole('button', { name: /All customers/ }));
    await user.click(await screen.findByRole('option', { name: 'Comes often' }));
    await waitFor(() => expect(seen.at(-1)?.body).toEqual({ text: '', group: 'often', cursor: '' }));
    await user.click(screen.getByRole('checkbox', { name: 'Choose Ann Lee' }));
    await user.click(screen.getByRole('checkbox', { name: 'Choose bea@shopper.example' }));
    const bar = screen.getByRole('region', { name: '2 customers chosen' });
    await user.click(within(bar).getByRole('button', { name: 'Put in' }));
    expect(await within(bar).findByText('1 put in, 0 taken out.')).toBeInTheDocument();
    expect(seen.find(({ path }) => path.endsWith('/friends/members'))?.body).toEqual({
      add: ['ann@shopper.example', 'bea@shopper.example'],
    });
  });

  test('a group by a rule is made with what is asked alone; a refusal is said in the server’s words', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Customers />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: 'Groups' }));
    const form = await screen.findByRole('region', { name: 'New group' });
    await user.type(within(form).getByLabelText('Name'), 'Trade');
    await user.click(within(form).getByRole('button', { name: 'Make the group' }));
    expect(await within(form).findByText(/key “trade” already/)).toBeInTheDocument();
    await user.type(within(form).getByLabelText('Name'), ' Élite');
    expect(within(form).getByText(/“trade-elite”/)).toBeInTheDocument();
    await user.click(within(form).getByRole('button', { name: /Who is in it/ }));
    await user.click(await screen.findByRole('option', { name: 'Customers who meet a rule' }));
    await user.click(within(form).getByRole('button', { name: 'Make the group' }));
    expect(await within(form).findByText('Set at least one condition.')).toBeInTheDocument();
    const spent = within(form).getByLabelText(/Bought for at least/);
    await user.clear(spent);
    await user.type(spent, '50');
    await user.click(within(form).getByRole('switch', { name: 'On the mailing list' }));
    await user.click(within(form).getByRole('button', { name: 'Make the group' }));
    await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/customer-groups/trade-elite'))).toBe(true));
    expect(seen.find(({ path }) => path.endsWith('/trade-elite'))?.body).toEqual({
      name: 'Trade Élite',
      rule: { spent: { cents: 5000, currency: 'USD' }, acceptsLetters: true },
    });
  });

  test('a group that a code is for is not removed, and that is said', async () => {
    const refusal = http.delete('*/api/commerce/customer-groups/trade', () =>
      HttpResponse.json({ code: 'group-in-use', error: '"X" is for this group.' }, { status: 409 }),
    );
    const { user } = renderIn(<Customers />, { answers: [refusal, ...shop()] });
    await user.click(await screen.findByRole('button', { name: 'Groups' }));
    await user.click(await screen.findByRole('button', { name: /^Trade/ }));
    await user.click(screen.getByRole('button', { name: 'Remove the group' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove the group' }));
    expect(await screen.findByText('"X" is for this group.')).toBeInTheDocument();
  });

  test('a key is made of any name', () => {
    expect(['Trade & Co.', ' Ünïted  2 ', '漢字', 'a'.repeat(70)].map(keyOf)).toEqual([
      'trade-co',
      'united-2',
      '',
      'a'.repeat(60),
    ]);
  });
});

describe('S-463 one customer', () => {
  test('is taken out of a group, and noted about', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Customers />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ }));
    expect(await screen.findByText('Comes often (by its rule)')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Take out of Trade' }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith('/trade/members'))?.body).toEqual({
        takeOut: ['ann@shopper.example'],
      }),
    );
    expect(screen.getByText('Likes rye.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('New note'), 'Calls on Mondays.');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith('/customers/notes'))?.body).toEqual({
        email: 'ann@shopper.example',
        text: 'Calls on Mondays.',
      }),
    );
  });

  test('S-775 a note on a customer names colleagues, and what is typed stays until it is kept', async () => {
    const seen: Seen = [];
    const staff = http.get('*/api/commerce/desk/colleagues', () =>
      HttpResponse.json({ colleagues: [{ id: 'b1', name: 'ben@shop.example' }] }),
    );
    const { user } = renderIn(<Customers />, { answers: [staff, ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ }));
    await user.type(await screen.findByLabelText('New note'), 'Ask @be');
    await user.click(await screen.findByRole('option', { name: 'ben@shop.example' }));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ }));
    expect(await screen.findByLabelText('New note')).toHaveValue('Ask @ben@shop.example ');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith('/customers/notes'))?.body).toEqual({
        email: 'ann@shopper.example',
        text: 'Ask \uFFFC ',
        mentions: ['b1'],
      }),
    );
    await waitFor(() => expect(screen.getByLabelText('New note')).toHaveValue(''));
  });

  test('S-775 a customer who is asked for from elsewhere is shown, and closed like any other', async () => {
    asked.customer = 'ann@shopper.example';
    const { user } = renderIn(<Customers />, { answers: shop([]) });
    await screen.findByText('Likes rye.');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('searchbox')).toBeInTheDocument();
    expect(asked.customer).toBe('');
  });
});

describe('S-464 two customers', () => {
  const other = (hasAccount: boolean) =>
    http.post('*/api/commerce/customers/one', async ({ request }) => {
      const { email } = (await request.clone().json()) as { email: string };
      if (email !== 'ann@work.example') return undefined;
      return HttpResponse.json({ ...CUSTOMER, email, hasAccount, count: 3 });
    });
  const compare = async (hasAccount: boolean, seen: Seen) => {
    const { user } = renderIn(<Customers />, { answers: [other(hasAccount), ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ }));
    await user.type(await screen.findByLabelText('Email address of the other customer'), 'ann@work.example');
    await user.click(screen.getByRole('button', { name: 'Compare both' }));
    return { user, side: await screen.findByRole('region', { name: 'Becomes another address: ann@work.example' }) };
  };

  test('are shown beside each other, and made one after a question', async () => {
    const seen: Seen = [];
    const { user, side } = await compare(false, seen);
    expect(side).toHaveTextContent('Orders3Bought for24.00 USD');
    expect(side).toHaveTextContent('Gift cards2 with 15.00 USD left');
    await user.click(screen.getByRole('button', { name: 'Make them one customer' }));
    const window = await screen.findByRole('alertdialog');
    expect(window).toHaveTextContent(
      'All of ann@work.example will stand under ann@shopper.example. This cannot be undone here.',
    );
    expect(seen.some(({ path }) => path.endsWith('/merge'))).toBe(false);
    await user.click(within(window).getByRole('button', { name: 'Make them one customer' }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith('/merge'))?.body).toEqual({
        email: 'ann@shopper.example',
        second: 'ann@work.example',
      }),
    );
    expect(await screen.findByText('They are one customer now.')).toBeInTheDocument();
  });

  test('are not made one where the second has an account', async () => {
    await compare(true, []);
    expect(screen.getByText(/The other customer has an account to log in with/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Make them one customer' })).toBeNull();
  });
});

test('S-461 each language says each, with the same values filled in', () => {
  const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [language, words] of Object.entries(WORDS))
    for (const [key, text] of Object.entries(EN))
      expect([language, key, holes(words[key as keyof typeof EN])]).toEqual([language, key, holes(text)]);
});
