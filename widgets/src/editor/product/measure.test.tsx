import { screen } from '@testing-library/react';
import { at } from '../core/json.ts';
import { useOpened } from '../state/context.ts';
import { renderIn } from '../test/render.tsx';
import { MeasureField } from './MeasureField.tsx';

const Opened = () =>
  useOpened('site.json').is === 'ready' ? <MeasureField path="site.json" place="/measure" /> : null;

test('S-394 a measure is written once it is one, follows its unit, and goes with its amount', async () => {
  const { user, savedJson } = renderIn(<Opened />, { path: 'commerce' });
  const amount = await screen.findByRole('textbox', { name: 'It holds' });
  await user.type(amount, '0,');
  expect(amount).toHaveAccessibleDescription(/Write a number above 0/);
  await user.type(amount, '25');
  expect(at(await savedJson('site.json'), '/measure')).toEqual({ amount: '0.25', unit: 'kg' });
  await user.click(screen.getByRole('button', { name: /Unit$/ }));
  await user.click(await screen.findByRole('option', { name: 'l' }));
  expect(at(await savedJson('site.json'), '/measure')).toEqual({ amount: '0.25', unit: 'l' });
  await user.clear(amount);
  expect(await savedJson('site.json')).not.toHaveProperty('measure');
});
