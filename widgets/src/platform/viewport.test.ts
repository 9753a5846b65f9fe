import { isDark } from '../domain/luminance.ts';
import { parseQuery, QUERY_KEYS_MAXIMUM } from '../domain/queryString.ts';
import { captchaSize, homeOf, renderCaptcha } from './captcha.ts';
import { tween } from './tween.ts';
import { isLayout, type Layout, onResize, scrollToElement } from './viewport.ts';

/** A window of a width: just enough of media queries to ask the four of ours. */
const windowOf = (width: number) =>
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const [, side, limit] = /\((max|min)-width: (\d+)px\)/.exec(query) ?? [];
    const matches = side === 'max' ? width <= Number(limit) : side === 'min' ? width >= Number(limit) : false;
    return { matches } as MediaQueryList;
  });

test.each<[string, number, Layout, boolean]>([
  ['W-006 N-100', 432, 'mobile', true],
  ['W-006 N-100', 433, 'mobile', false],
  ['W-007 N-101', 433, 'desktop', true],
  ['W-007 N-101', 432, 'desktop', false],
  ['W-009 N-102', 991, 'subDesktop', true],
  ['W-009 N-102', 992, 'subDesktop', false],
])('%s at %i px, %s: %s', (_id, width, layout, expected) => {
  windowOf(width);
  expect(isLayout(layout)).toBe(expected);
});

test('W-008 no width is a tablet', () => {
  for (let width = 200; width <= 2000; width += 50) {
    windowOf(width);
    expect(isLayout('tablet')).toBe(false);
  }
});

test('W-010 N-057 a burst of resizes is heard once, 100 ms after its last', () => {
  jest.useFakeTimers();
  const heard = jest.fn();
  const stop = onResize(heard);
  for (let turn = 0; turn < 5; turn += 1) {
    window.dispatchEvent(new Event('resize'));
    jest.advanceTimersByTime(50);
  }
  jest.advanceTimersByTime(49);
  expect(heard).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  jest.useRealTimers();
});

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

test('W-013 N-061 dark is below 166.4', () => {
  expect(isDark('#a6a6a6')).toBe(true);
  expect(isDark('#a7a7a7')).toBe(false);
  expect(isDark('#000')).toBe(true);
  expect(isDark('nonsense')).toBe(false);
});

test('W-014 N-062 a scroll ends 30 px above its target', () => {
  const target = document.createElement('div');
  target.getBoundingClientRect = () => ({ top: 500 }) as DOMRect;
  const scroller = { scrollTop: 0, scrollTo: jest.fn() };
  scrollToElement(target, scroller as unknown as Element);
  expect(scroller.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 470 }));
});

test('W-018 N-096 1001 keys are read as 1000', () => {
  const text = Array.from({ length: 1001 }, (_, index) => `k${index}=1`).join('&');
  expect(Object.keys(parseQuery(text))).toHaveLength(QUERY_KEYS_MAXIMUM);
  expect(parseQuery('?a=1&b=%C3%A4&a=3')).toEqual({ a: ['1', '3'], b: ['ä'] });
});

test('W-016 N-103 a captcha is compact below 320 px', () => {
  expect(captchaSize(319)).toBe('compact');
  expect(captchaSize(320)).toBe('normal');
});

test('W-015 W-017 the captcha script is asked for once, only when a captcha is drawn, with its theme and size', async () => {
  const scripts = () => document.querySelectorAll('script[src*="turnstile"]');
  expect(scripts()).toHaveLength(0);
  const render = jest.fn(() => 'w1');
  const remove = jest.fn();
  const options = { siteKey: '0xKEY', theme: 'dark' as const, size: 'normal' as const, onToken: jest.fn() };
  const first = renderCaptcha(document.createElement('div'), options);
  const second = renderCaptcha(document.createElement('div'), options);
  expect(scripts()).toHaveLength(1);
  Object.assign(window, { turnstile: { render, reset: jest.fn(), remove } });
  scripts()[0]?.dispatchEvent(new Event('load'));
  (await first).destroy();
  await second;
  expect(render).toHaveBeenCalledTimes(2);
  expect(render).toHaveBeenCalledWith(
    expect.any(HTMLElement),
    expect.objectContaining({ sitekey: '0xKEY', theme: 'dark', size: 'normal' }),
  );
  expect(remove).toHaveBeenCalledWith('w1');
  expect(homeOf('6Lxyz')?.global).toBe('grecaptcha');
});
