import {
  ADDED_AFTER_MS,
  type ButtonEvent,
  type ButtonState,
  durationOf,
  labelOf,
  nextButtonState,
  REFUSED_RESET_AFTER_MS,
  RESET_AFTER_MS,
} from './addToCart.ts';

test.each<[string, ButtonState, ButtonEvent, ButtonState]>([
  ['W-023 a press starts adding', 'idle', 'press', 'adding'],
  ['W-025 the second counts from the answer', 'adding', 'succeeded', 'accepted'],
  ['W-024 then it is added', 'accepted', 'elapsed', 'added'],
  ['W-026 then it is itself again', 'added', 'elapsed', 'idle'],
  ['W-027 a failure is refused', 'adding', 'failed', 'refused'],
  ['W-027 and returns', 'refused', 'elapsed', 'idle'],
  ['W-031 express checkout leaves the page', 'adding', 'left', 'leaving'],
  ['W-028 added ignores a press', 'added', 'press', 'added'],
  ['W-029 adding ignores a press', 'adding', 'press', 'adding'],
  ['W-029 accepted ignores a press', 'accepted', 'press', 'accepted'],
  ['a late answer changes nothing', 'idle', 'succeeded', 'idle'],
  ['nothing comes back from leaving', 'leaving', 'press', 'leaving'],
])('%s', (_name, state, event, expected) => {
  expect(nextButtonState(state, event)).toBe(expected);
});

test('W-024 W-026 W-027 the times are one, two and one second', () => {
  expect([ADDED_AFTER_MS, RESET_AFTER_MS, REFUSED_RESET_AFTER_MS]).toEqual([1000, 2000, 1000]);
  expect(durationOf('accepted')).toBe(1000);
  expect(durationOf('added')).toBe(2000);
  expect(durationOf('refused')).toBe(1000);
  expect(durationOf('adding')).toBeUndefined();
});

test('W-023 the label stays Adding until Added', () => {
  const labels = (['idle', 'adding', 'accepted', 'added', 'refused'] as const).map(labelOf);
  expect(labels).toEqual(['own', 'adding', 'adding', 'added', 'adding']);
});
