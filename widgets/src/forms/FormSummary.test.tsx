import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { field, form } from '../../mock-api/data.ts';
import { summarize } from '../domain/summary.ts';
import { openPage } from '../test/shop.ts';
import AdditionalFields from './AdditionalFields.tsx';
import FormSummary from './FormSummary.tsx';

const one = form({ fields: [field({ id: 'a', type: 'text', title: 'Words' })] });
const answer = () => screen.getByRole('definition').textContent;

test('W-179 an answer is shown; none is N/A, or the owner’s text', () => {
  openPage();
  const { rerender } = render(<FormSummary form={one} answers='{"a":" Happy birthday "}' />);
  expect(screen.getByRole('term')).toHaveTextContent('Words');
  expect(answer()).toBe('Happy birthday');
  rerender(<FormSummary form={one} answers='{"a":"  "}' />);
  expect(answer()).toBe('N/A');
  openPage([], { localizedStrings: { productSummaryFormNoAnswerText: 'not said' } });
  rerender(<FormSummary form={one} answers="no JSON" />);
  expect(answer()).toBe('not said');
});

test('W-179 every shape of an answer reads as `forms/src/summary.rs` writes it', () => {
  const types = [
    'date',
    'time',
    'name',
    'phone',
    'address',
    'likert',
    'checkbox',
    'password',
    'section',
    'hidden',
  ] as const;
  const asked = form({ fields: types.map((type) => field({ id: type, type })) });
  const texts = { noAnswer: 'N/A', likert: ['--', '-', '0', '+', '++'] };
  const answers = {
    date: { Month: '3', Day: '14', Year: '2026' },
    time: { Hour: '4', Minute: '5', Second: '', Ampm: 'AM' },
    name: { First: 'Ada', Last: ' Byron' },
    phone: { Country: '+44', Areacode: '20', Prefix: '79', Line: '46' },
    address: { Line1: '1 Market Street', Line2: '', City: 'New York', State: 'NY', Zip: '10001', Country: 'US' },
    likert: { Crust: '2', Crumb: '' },
    checkbox: ['Nuts', ' ', 'Milk'],
    password: 'secret',
    hidden: 'x',
  };
  expect(summarize(asked, answers, texts).map(({ id, lines }) => [id, lines.join('\n')])).toEqual([
    ['date', '3/14/2026'],
    ['time', '4:05:00 AM'],
    ['name', 'Ada Byron'],
    ['phone', '+44 20-79-46'],
    ['address', '1 Market Street\nNew York, NY 10001 US'],
    ['likert', 'Crust: ++\nCrumb: N/A'],
    ['checkbox', 'Nuts, Milk'],
    ['password', '••••••••'],
  ]);
});

test('W-136 Saving… while the answers are saved, then the button’s own text again', async () => {
  openPage();
  let answered: () => void = () => undefined;
  const onSave = () =>
    new Promise<void>((done) => {
      answered = done;
    });
  render(
    <AdditionalFields form={{ ...one, buttonText: 'Save' }} title="Cake" onSave={onSave} onClose={() => undefined} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('button', { name: 'Saving…' })).toHaveAttribute('aria-busy', 'true');
  answered();
  expect(await screen.findByRole('button', { name: 'Save' })).toBeInTheDocument();
});
