import { familyOf } from '../core/fonts.ts';
import { spoken } from '../core/tweak.ts';

test('S-300 a font goes by the name that people know, not by the list of a style sheet', () => {
  expect(familyOf('"Bricolage Grotesque", "Avenir Next", sans-serif')).toBe('Bricolage Grotesque');
  expect(familyOf('Figtree, sans-serif')).toBe('Figtree');
  expect(familyOf("'Gill Sans'")).toBe('Gill Sans');
  expect(familyOf('')).toBe('');
});

test('S-300 a slider says pixels and percent, whatever the style sheet counts in', () => {
  expect(spoken({ unit: 'rem', step: 1 }, 80)).toBe('1280 px');
  expect(spoken({ unit: 'px', step: 1 }, 18)).toBe('18 px');
  expect(spoken({ step: 0.05 }, 1.15)).toBe('115 %');
  expect(spoken({ step: 1 }, 3)).toBe('3');
});
