import { tween } from './tween.ts';

test('W-011 W-012 N-060 a tween ends on its value at 300 ms, and a duration must be a number', () => {
  jest.useFakeTimers();
  const drawn: number[] = [];
  tween(0, 10, (value) => drawn.push(value));
  jest.advanceTimersByTime(280);
  expect(drawn.at(-1)).toBeLessThan(10);
  jest.advanceTimersByTime(40);
  expect(drawn.at(-1)).toBe(10);
  expect(() => tween(0, 1, () => undefined, Number.NaN)).toThrow('Duration is not a finite number');
  jest.useRealTimers();
});
