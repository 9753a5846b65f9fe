import { isDark } from './luminance.ts';

test('W-013 N-061 dark is below 166.4', () => {
  expect(isDark('#a6a6a6')).toBe(true);
  expect(isDark('#a7a7a7')).toBe(false);
  expect(isDark('#000')).toBe(true);
  expect(isDark('rgb(166, 166, 166)')).toBe(true);
  expect(isDark('rgb(167, 167, 167)')).toBe(false);
  expect(isDark('nonsense')).toBe(false);
});
