import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { renderIn } from '../test/render.tsx';
import { Bringing } from './Bringing.tsx';
import { imports, PEOPLE } from './sample.fixture.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

const dialog = () => screen.findByRole('dialog', { name: 'Bring customers and orders' });

async function choose(user: ReturnType<typeof renderIn>['user'], ...names: string[]) {
  const input = (await dialog()).querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is nothing to choose a file with.');
  await user.upload(
    input,
    names.map((name) => new File([name], name, { type: 'text/csv' })),
  );
}

function opened(answer: Parameters<typeof imports>[0]) {
  const { asked, handler } = imports(answer);
  const calls = { onClose: jest.fn(), onDone: jest.fn() };
  return { asked, ...calls, ...renderIn(<Bringing {...calls} />, { path: 'commerce', answers: [handler] }) };
}

const NOTHING = { ...PEOPLE, what: [], total: 0, added: 0, changed: 0, unchanged: 0, left: 1 };

test('S-628 several files are looked at, and those with something new are brought in', async () => {
  // The files are looked at one after the other.
  let calls = 0;
  const noList = { line: 0, code: 'no-list' as const, values: {}, more: 0, message: 'None.' };
  const { user, asked, onDone } = opened((isLook) => {
    calls += 1;
    if (calls === 2) return [{ ...NOTHING, faults: [noList], faultCount: 1 }];
    return isLook ? [PEOPLE] : [{ kind: 'step', done: 400, total: 950 }, PEOPLE];
  });
  await choose(user, 'people.csv', 'cats.csv');
  const people = await screen.findByRole('region', { name: 'people.csv' });
  expect(await within(people).findByText('Customers and subscribers')).toBeInTheDocument();
  expect(within(people).getByText('900')).toBeInTheDocument();
  expect(within(people).getByText(/“ann@” is not an email address/)).toHaveTextContent(/^Row 4: /);
  const cats = screen.getByRole('region', { name: 'cats.csv' });
  expect(await within(cats).findByText(/This is no list of orders/)).toBeInTheDocument();
  expect(asked.map(({ isLook }) => isLook)).toEqual([true, true]);
  expect(await axe(await dialog())).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Bring these' }));
  expect(await within(people).findByText(/^Done: 900 new, 20 filled in/)).toBeInTheDocument();
  expect(asked.slice(2).map(({ isLook }) => isLook)).toEqual([false]);
  await user.click(screen.getByRole('button', { name: 'Show who came along' }));
  expect(onDone).toHaveBeenCalled();
});

test('S-628 what was refused or broken off is said at its file, and can be tried again', async () => {
  let tries = 0;
  const { user, asked } = opened((isLook) => {
    tries += 1;
    if (tries === 1) return { status: 409, code: 'import-busy' };
    if (isLook) return [PEOPLE];
    return tries === 3 ? [{ kind: 'step', done: 200, total: 950 }] : [{ kind: 'failed', done: 400, total: 950 }];
  });
  await choose(user, 'people.csv');
  expect(await screen.findByText(/Another file is being brought in at the moment/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Bring these' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: 'Bring these' }));
  expect(await screen.findByText(/The answer about people.csv broke off/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bring these' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Bring these' }));
  expect(await screen.findByText(/broken off after 400 of 950/)).toBeInTheDocument();
  expect(asked.map(({ isLook }) => isLook)).toEqual([true, true, false, true, false]);
});

test('S-628 every language has each word, with the same places', () => {
  const places = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const words of Object.values(WORDS))
    for (const [word, text] of Object.entries(EN))
      expect([word, places(words[word as keyof typeof EN])]).toEqual([word, places(text)]);
});

test('S-629 every language says each fault, with the same places', async () => {
  const { EN: english } = await import('./faults/en.ts');
  const { DE } = await import('./faults/de.ts');
  const { ES } = await import('./faults/es.ts');
  const { FR } = await import('./faults/fr.ts');
  const places = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const faults of [DE, ES, FR])
    for (const [code, text] of Object.entries(english))
      expect([code, places(faults[code as keyof typeof english])]).toEqual([code, places(text)]);
});
