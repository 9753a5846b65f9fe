import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { server } from '../../mock-api/server.ts';
import type { ShippingLocation } from '../contract/types.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { addTexts } from '../text/text.ts';
import { AddressFields } from './AddressFields.tsx';
import { PAUSE } from './AddressSuggestions.tsx';

const PLACES = '*/api/google-maps/places';
const known = [
  { placeId: 'p1', description: '1 Main Street, Springfield' },
  { placeId: 'p2', description: '20 Main Road, Auckland' },
];
const suggesting = (predictions = known, available = true) =>
  server.use(
    http.get(`${PLACES}/autocomplete`, () => HttpResponse.json({ predictions, available })),
    http.get(`${PLACES}/details`, () =>
      HttpResponse.json({
        addressLine1: '20 Main Road',
        addressLine2: 'Auckland 1021',
        addressCountry: 'New Zealand',
        mapLat: -36.8,
        mapLng: 174.7,
        city: 'Auckland',
        region: '',
        postalCode: '1021',
        countryCode: 'NZ',
      }),
    ),
  );

const EMPTY = { country: 'US', region: '', city: '', postalCode: '', line1: '', line2: '' };
function Address() {
  const [location, setLocation] = useState<ShippingLocation>(EMPTY);
  const onChange = (name: keyof ShippingLocation, value: string) => setLocation((now) => ({ ...now, [name]: value }));
  return <AddressFields location={location} errors={{}} onChange={onChange} onSettled={() => undefined} />;
}
const line = () => screen.getByRole('combobox', { name: /^Address/ });
/** Letter by letter in one turn, however slow the computer is. */
const enter = (words: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(/^Address/);
  for (const character of words) fireEvent.input(field, { target: { value: field.value + character } });
};
/** The same, and then nothing for so long that somebody is asked; what comes takes its own time. */
const enterAndPause = (words: string) => {
  jest.useFakeTimers();
  enter(words);
  act(() => jest.advanceTimersByTime(PAUSE));
  jest.useRealTimers();
};
/** Types into the line, once it is more than a line, and waits for what comes. */
const type = async (words: string) => {
  await userEvent.click(screen.getByLabelText(/^Address/));
  await screen.findByRole('combobox', { name: /^Address/ });
  await settle();
  enterAndPause(words);
  await settle();
};

beforeEach(() => {
  openPage();
  addTexts({ ...CHECKOUT_TEXTS, formRequiredMark: FORMS_TEXTS.formRequiredMark });
  render(<Address />);
});

test('A-096 W-233 what is typed is asked about once it stands still; the list is told and follows the arrow keys', async () => {
  suggesting();
  const seen = watchRequests();
  await type('Main');
  expect(seen.filter(({ path }) => path.endsWith('/autocomplete'))).toHaveLength(1);
  expect(line()).toHaveAttribute('aria-expanded', 'true');
  const list = screen.getByRole('listbox', { name: 'Suggested addresses' });
  expect(line()).toHaveAttribute('aria-controls', list.id);
  expect(screen.getByRole('status')).toHaveTextContent('Suggested addresses: 2.');
  expect(await axe(document.body, { rules: { region: { enabled: false } } })).toHaveNoViolations();
  const active = () => document.getElementById(line().getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(active()).toBeUndefined();
  const passed: (string | undefined)[] = [];
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}']) {
    await userEvent.keyboard(key);
    passed.push(active() ?? undefined);
  }
  const [first = '', second = ''] = known.map(({ description }) => description);
  expect(passed).toEqual([first, second, undefined, second]);
  expect(screen.getByRole('option', { name: second })).toHaveAttribute('aria-selected', 'true');
  expect(line()).toHaveFocus();
});

test('A-097 A-098 a chosen address fills its fields in; who asks is told', async () => {
  suggesting();
  const seen = watchRequests();
  await type('Main');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await settle();
  expect(line()).toHaveValue('20 Main Road');
  expect(screen.getByLabelText(/^City/)).toHaveValue('Auckland');
  expect(screen.getByLabelText(/^Postal code/)).toHaveValue('1021');
  expect(screen.getByLabelText(/^Country/)).toHaveValue('NZ');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(seen.some(({ path }) => path.endsWith('/details'))).toBe(true);
});

test('a press chooses too, Escape closes, and leaving the line closes', async () => {
  suggesting();
  await type('Main');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(line()).toHaveValue('Main');
  await type(' R');
  await userEvent.tab();
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await type('o');
  await userEvent.click(screen.getByRole('option', { name: '20 Main Road, Auckland' }));
  await settle();
  expect(line()).toHaveValue('20 Main Road');
});

test('nobody is asked about less than three letters, and a service that fails stands in nobody’s way', async () => {
  suggesting();
  const seen = watchRequests();
  await type('Ma');
  expect(seen).toEqual([]);
  server.use(http.get(`${PLACES}/autocomplete`, () => HttpResponse.json({}, { status: 500 })));
  await type('in');
  expect(line()).toHaveValue('Main');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

// The last one: what the shop said holds for the page.
test('A-098 where nobody suggests addresses the line is a line, and is not asked about again', async () => {
  suggesting([], false);
  const seen = watchRequests();
  await type('Main');
  expect(screen.getByLabelText(/^Address/)).toHaveAttribute('type', 'text');
  expect(screen.queryByRole('combobox', { name: /^Address/ })).not.toBeInTheDocument();
  enterAndPause(' Street');
  await settle();
  expect(seen.filter(({ path }) => path.endsWith('/autocomplete'))).toHaveLength(1);
});
