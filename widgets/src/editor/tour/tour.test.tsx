import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { HomePanel } from '../home/HomePanel.tsx';
import { day, HALF_WAY } from '../home/sample.fixture.ts';
import { Shell } from '../shell/Shell.tsx';
import { renderIn } from '../test/render.tsx';
import { beginTour } from './offer.ts';
import { noteAt } from './place.ts';
import { DE } from './words/de.ts';
import { EN } from './words/en.ts';
import { ES } from './words/es.ts';
import { FR } from './words/fr.ts';

beforeEach(() => localStorage.clear());
afterEach(async () => {
  const last = screen.queryByRole('button', { name: 'End the tour' }) ?? screen.queryByRole('button', { name: 'Done' });
  if (last) await userEvent.click(last);
});

const note = () => screen.findByRole('dialog', { name: /./ });
const names = async (user: ReturnType<typeof renderIn>['user']) => {
  const found: string[] = [];
  for (let next: HTMLElement | null = await note(); next; ) {
    found.push(within(next).getByRole('heading').textContent ?? '');
    await user.click(within(next).getByRole('button', { name: /^(Next|Done)$/ }));
    next = screen.queryByRole('dialog');
  }
  return found;
};

test('S-643 the tour points at the controls that are here, reads each note out, and ends where it began', async () => {
  const { user } = renderIn(<Shell />, { path: 'website/forms' });
  const link = await screen.findByRole('link', { name: 'Forms' });
  link.focus();
  await act(beginTour);
  const first = await note();
  await waitFor(() => expect(first).toHaveFocus());
  expect(first).toHaveAttribute('aria-modal', 'false');
  expect(first).toHaveAccessibleName('Everything you can do');
  expect(first).toHaveAccessibleDescription(/parts of your site/);
  expect(first).toHaveTextContent(/^Step 1 of 7/);
  expect(await axe(first)).toHaveNoViolations();
  expect(await names(user)).toEqual([
    'Everything you can do',
    'Your site, as visitors see it',
    'Saved, and never lost',
    'Your shop',
    'Find anything',
    'Publish when you are ready',
    'What to do next',
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(link).toHaveFocus();
});

test('S-643 Escape ends the tour at any step, but not where it belongs to something else', async () => {
  const { user } = renderIn(<Shell />, { path: 'website/forms' });
  await act(beginTour);
  await user.click(within(await note()).getByRole('button', { name: 'Next' }));
  await waitFor(async () => expect(await note()).toHaveFocus());
  const field = document.body.appendChild(document.createElement('input'));
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  field.remove();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('S-643 back goes back; who may not publish is shown no step for it', async () => {
  const role = { codes: [4], tools: ['content' as const], mayPublish: false, signedIn: true };
  const { user } = renderIn(<Shell />, { path: 'website/pages', site: { role } });
  await screen.findByRole('navigation', { name: 'Parts of the site' });
  await act(beginTour);
  await user.click(within(await note()).getByRole('button', { name: 'Next' }));
  await user.click(within(await note()).getByRole('button', { name: 'Back' }));
  const found = await names(user);
  expect(found[0]).toBe('Everything you can do');
  expect(found).not.toContain('Publish when you are ready');
  expect(found).not.toContain('Your shop');
});

test('S-644 a new site offers the tour once; afterwards it stands under Help', async () => {
  const first = renderIn(<HomePanel />, { answers: day() });
  const isFirst = () => {
    const help = screen.getByRole('region', { name: 'Help' });
    const steps = screen.getByRole('heading', { name: 'Set up your site' });
    return Boolean(help.compareDocumentPosition(steps) & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  const refuse = await screen.findByRole('button', { name: 'No, thanks' });
  expect(isFirst()).toBe(true);
  await first.user.click(refuse);
  expect(screen.queryByText('New here?')).toBeNull();
  first.unmount();
  renderIn(<Shell />, { path: 'home', answers: day() });
  const begin = await screen.findByRole('button', { name: 'Take the tour' }, { timeout: 5000 });
  expect(screen.queryByRole('button', { name: 'No, thanks' })).toBeNull();
  expect(isFirst()).toBe(false);
  await userEvent.click(begin);
  expect(await screen.findByText('Step 1 of 7', {}, { timeout: 5000 })).toBeInTheDocument();
});

test('S-644 a site that was published before offers nothing by itself', async () => {
  const steps = HALF_WAY.steps.map((step) => ({ ...step, done: step.done || step.name === 'publish' }));
  renderIn(<HomePanel />, { answers: day({ steps }) });
  expect(await screen.findByRole('region', { name: 'Help' })).toBeInTheDocument();
  expect(screen.queryByText('New here?')).toBeNull();
});

test('S-644 the list of keys leads to the tour', async () => {
  const { user } = renderIn(<Shell />, { path: 'website/forms' });
  fireEvent.keyDown(document.body, { key: '?' });
  const keys = await screen.findByRole('dialog', { name: 'Keys' });
  await user.click(within(keys).getByRole('button', { name: 'Take the tour' }));
  // The window of keys is gone and has given the focus back, then the tour comes.
  await act(() => new Promise((done) => setTimeout(done, 200)));
  expect(await screen.findByText('Step 1 of 7', {}, { timeout: 5000 })).toBeInTheDocument();
});

test('S-643 a note stands in the window whatever it points at', () => {
  const note = { width: 350, height: 220 };
  for (const window of [
    { width: 390, height: 700 },
    { width: 1280, height: 800 },
  ])
    for (const target of [
      { top: 0, left: 0, width: 40, height: 40 },
      { top: window.height - 60, left: window.width - 40, width: 40, height: 60 },
      { top: 0, left: 0, width: window.width, height: window.height },
      { top: 60, left: 0, width: 86, height: window.height - 60 },
      { top: -500, left: -500, width: 10, height: 10 },
    ]) {
      const { top, left } = noteAt(target, note, window);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top + note.height).toBeLessThanOrEqual(window.height);
      expect(left + note.width).toBeLessThanOrEqual(window.width);
    }
});

test('S-643 every language has every word, and none is English', () => {
  for (const other of [DE, ES, FR])
    for (const [key, text] of Object.entries(EN)) expect(other[key as keyof typeof EN]).not.toBe(text);
});
