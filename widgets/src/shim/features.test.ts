import './features.ts';

const { Modernizr } = window as unknown as {
  Modernizr: Record<string, boolean> & {
    addTest(name: string | object, answer?: unknown): object;
    prefixed(property: string): string | false;
    hasEvent(event: string): boolean;
  };
};

test('S-324: what browsers can is known, and whether a screen is touched', () => {
  expect([Modernizr.csstransforms, Modernizr.flexbox, Modernizr.svg]).toEqual([true, true, true]);
  const isTouched = 'ontouchstart' in window;
  expect([Modernizr.touch, Modernizr.touchevents]).toEqual([isTouched, isTouched]);
  expect(document.documentElement.classList.contains(isTouched ? 'touch' : 'no-touch')).toBe(true);
  expect(Modernizr.prefixed('color')).toBe('color');
  expect(Modernizr.prefixed('no-such-thing')).toBe(false);
  expect([Modernizr.hasEvent('click'), Modernizr.hasEvent('no-such-thing')]).toEqual([true, false]);
});

test('a question of the template is asked once, and becomes a class', () => {
  Modernizr.addTest('Round', () => false);
  Modernizr.addTest({ round: true, square: true });
  expect([Modernizr.round, Modernizr.square]).toEqual([false, true]);
  expect([...document.documentElement.classList].slice(1)).toEqual(['no-round', 'square']);
});
