import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { PopupOverlay } from './PopupOverlay.tsx';

const DAY = 86_400_000;
const content = () => {
  const form = document.createElement('form');
  form.innerHTML = '<label>Email <input></label><button>Join</button>';
  form.addEventListener('submit', (event) => event.preventDefault());
  return [form];
};
const draw = (version = '1') => {
  openPage([], {});
  return render(<PopupOverlay title="News" version={version} pageId="p1" content={content()} />);
};
const memory = () => JSON.parse(localStorage.getItem('loggia:popup-overlay') ?? '{}') as Record<string, unknown>;
const shown = () => screen.queryByRole('dialog', { name: 'News' }) !== null;
const close = () => userEvent.click(screen.getByRole('button', { name: 'Close' }));
let now: jest.SpyInstance;

beforeEach(() => {
  localStorage.clear();
  now = jest.spyOn(Date, 'now').mockReturnValue(100 * DAY);
});

test('W-198 W-199 closing keeps the date and the version', async () => {
  draw();
  expect(screen.getByRole('dialog')).toContainElement(screen.getByRole('button', { name: 'Join' }));
  await close();
  expect(memory()).toEqual({ dateClosed: 100 * DAY, version: '1' });
  expect(shown()).toBe(false);
});

test('W-201 it stays away six days and is back on the seventh', async () => {
  const first = draw();
  await close();
  first.unmount();
  now.mockReturnValue(106 * DAY);
  const second = draw();
  expect(shown()).toBe(false);
  second.unmount();
  now.mockReturnValue(107 * DAY);
  draw();
  expect(shown()).toBe(true);
});

test('W-199 a new version is shown at once', async () => {
  draw().unmount();
  const first = draw();
  await close();
  first.unmount();
  draw('2');
  expect(shown()).toBe(true);
});

test('W-200 W-201 a submit is for good', () => {
  const first = draw();
  fireEvent.submit(screen.getByRole('button', { name: 'Join' }).closest('form') as HTMLFormElement);
  expect(memory()).toMatchObject({ submitted: true });
  first.unmount();
  now.mockReturnValue(1000 * DAY);
  draw('9');
  expect(shown()).toBe(false);
});

test('W-202 shown, submitted and closed are counted', async () => {
  const seen = watchRequests();
  draw();
  fireEvent.submit(screen.getByRole('button', { name: 'Join' }).closest('form') as HTMLFormElement);
  await close();
  await settle();
  const counted = seen.filter(({ path }) => path === '/api/census/overlay').map(({ body }) => body);
  expect(counted).toEqual(['shown', 'submitted', 'closed'].map((event) => ({ event, version: '1', pageId: 'p1' })));
});
