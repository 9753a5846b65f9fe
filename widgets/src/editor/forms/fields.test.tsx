import { act, screen, within } from '@testing-library/react';
import type { FieldType } from '../core/formSchema.ts';
import { at, listAt } from '../core/json.ts';
import { renderIn } from '../test/render.tsx';
import { named, t } from '../text/words.ts';
import { FormsPanel } from './FormsPanel.tsx';

const FORM = 'forms/contact.json';

/** Row, kind of field, and what only this kind has, by the name of its control. */
const KINDS: [string, FieldType, string[]][] = [
  ['E-084', 'text', []],
  ['E-086', 'email', []],
  ['E-087', 'number', []],
  ['E-088', 'website', []],
  ['E-089', 'phone', [named('property', 'showCountryCode')]],
  ['E-090', 'currency', [named('property', 'currencySymbol')]],
  ['E-092', 'twitter', []],
  ['E-093', 'date', []],
  ['E-094', 'time', []],
  ['E-095', 'name', []],
  ['E-096', 'address', []],
  ['E-097', 'section', [named('property', 'underline')]],
  ['E-098', 'radio', [t('property.options')]],
  ['E-099', 'checkbox', [t('property.options')]],
  ['E-100', 'select', [t('property.options')]],
  ['E-101', 'likert', [t('property.questions')]],
  ['E-102', 'hidden', [named('property', 'key'), named('property', 'value')]],
];
const ALL_OWN = new Set(KINDS.flatMap(([, , own]) => own));

test.each(KINDS)('%s a field of the kind %s is added, with what only this kind has', async (_, type, own) => {
  const { user, savedJson } = renderIn(<FormsPanel />, { path: 'website/forms', params: { form: FORM } });
  await user.click(await screen.findByRole('button', { name: 'Add a field' }));
  await user.click(await screen.findByRole('menuitem', { name: named('fieldType', type) }));
  const settings = within(await screen.findByRole('region', { name: `Field: ${named('fieldType', type)}` }));
  expect([...ALL_OWN].filter((name) => settings.queryByLabelText(name)).sort()).toEqual([...own].sort());
  const fields = listAt(await act(() => savedJson(FORM)), '/fields');
  expect(at(fields.at(-1), '/type')).toBe(type);
});

test('E-091 a field of the kind password is not offered: whoever asks a visitor for one would read it', async () => {
  const { user } = renderIn(<FormsPanel />, { path: 'website/forms', params: { form: FORM } });
  await user.click(await screen.findByRole('button', { name: 'Add a field' }));
  const offered = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(new Set(offered)).toEqual(
    new Set([...KINDS.map(([, type]) => type), 'textarea'].map((type) => named('fieldType', type))),
  );
});
