import { screen, waitFor, within } from '@testing-library/react';
import { renderIn } from '../test/render.tsx';
import { Keys } from './Keys.tsx';
import { type Asked, shop, WHOLE } from './sample.fixture.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

describe('S-429 the keys for programs', () => {
  test('say what each may do, when it was used and whether it holds; one is revoked after a question', async () => {
    const asked: Asked[] = [];
    const { user } = renderIn(<Keys />, { answers: shop(asked) });
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/Storehouse loggia_key_abcdefghijkl….*Read orders · Change stock/);
    expect(first).toHaveTextContent(/made by own@shop\.example · until .* · last used .*, from 203\.0\.113\.x/);
    expect(second).toHaveTextContent(/Accounts .*Over.*never used/);
    await user.click(screen.getByRole('button', { name: 'Revoke the key Storehouse' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('The program with the key Storehouse can do nothing more');
    expect(asked).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(asked).toEqual([{ method: 'DELETE', path: '/api/keys/k1' }]);
  });

  test('a new one needs a name and a scope, and is shown once', async () => {
    const asked: Asked[] = [];
    const { user } = renderIn(<Keys />, { answers: shop(asked) });
    await user.click(await screen.findByRole('button', { name: 'Make a key' }));
    const form = screen.getByRole('form', { name: 'Make a key' });
    await user.click(within(form).getByRole('button', { name: 'Make a key' }));
    expect(within(form).getByText('Please give the key a name.')).toBeVisible();
    expect(within(form).getByText('Please choose at least one.')).toBeVisible();
    await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Parcels');
    await user.click(within(form).getByRole('switch', { name: /Send orders/ }));
    await user.click(within(form).getByRole('button', { name: 'Make a key' }));
    expect(await screen.findByText(WHOLE)).toBeVisible();
    expect(asked).toEqual([
      { method: 'POST', path: '/api/keys', body: { name: 'Parcels', scopes: ['orders:write'], days: 90 } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(WHOLE);
    await user.click(screen.getByRole('button', { name: 'I have it' }));
    expect(screen.queryByText(WHOLE)).toBeNull();
    expect(screen.getByRole('button', { name: 'Revoke the key Parcels' })).toBeVisible();
  });

  test('each language has every word', () => {
    for (const words of Object.values(WORDS)) expect(Object.keys(words).sort()).toEqual(Object.keys(EN).sort());
  });
});
