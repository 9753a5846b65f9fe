import { screen, waitFor } from '@testing-library/react';
import { CART_EVENT as SAID_BY_STORE } from '../state/cartStore.ts';
import { settle } from '../test/settle.ts';
import { CHUNK_TIMEOUT_MS, type ChunkError } from './chunk.ts';
import { type Registry, start } from './loader.ts';
import { LATER, prepare } from './more.ts';
import type { Places } from './places.ts';
import { CART_EVENT } from './triggers.ts';

const demo: Registry = {
  loadMount: () => import('../mount.tsx'),
  chunks: { demo: () => import('./demo.fixture.tsx'), other: () => import('./demo.fixture.tsx') },
  other: () => Promise.reject(new Error('unknown widget')),
};
const places = (when: Places[string][0]): Places => ({ demo: [when, '.formatter'], other: [when] });
const run = (when: Places[string][0], registry: Registry = demo) =>
  start(places(when), () => Promise.resolve(registry));
const STATIC = `<button type="button">Static</button><input aria-label="Name"><select aria-label="Size"><option value="">Select</option><option value="l">Large</option></select>`;
const page = (attributes = 'data-widget="demo" data-text="Hello"') => {
  document.body.innerHTML = `<div ${attributes}>${STATIC}</div>`;
  return document.body.firstElementChild as HTMLElement;
};
let observed: IntersectionObserverCallback[] = [];
let report: jest.Mock<void, [unknown]>;

beforeEach(() => {
  observed = [];
  window.IntersectionObserver = jest.fn((callback: IntersectionObserverCallback) => {
    observed.push(callback);
    return { observe: jest.fn(), disconnect: jest.fn() };
  }) as never;
  report = jest.fn<void, [unknown]>();
  globalThis.reportError = report;
  // biome-ignore lint/suspicious/noDocumentCookie: the test's own cookie
  document.cookie = 'hasCart=; max-age=0';
});

test('W-001 mounts a component on its place, at once when asked to', async () => {
  const el = page();
  run('load');
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'ready');
  expect(el).toHaveTextContent('Hello 0');
});

test('stands on the formatters’ markup too, and keeps its element', async () => {
  const el = page('class="formatter kept" data-text="Bread"');
  run('load');
  await settle();
  expect(el).toHaveClass('formatter', 'kept');
  expect(el).toHaveTextContent('Bread 0');
});

test('data-load overrides when the code is fetched', async () => {
  const el = page('data-widget="demo" data-text="Hello" data-load="visible"');
  run('load');
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'waiting');
});

test('waits until it is near the viewport', async () => {
  const el = page();
  run('visible');
  expect(el).toHaveAttribute('data-widget-state', 'waiting');
  observed[0]?.([{ isIntersecting: false } as never], {} as never);
  expect(el).toHaveAttribute('data-widget-state', 'waiting');
  observed[0]?.([{ isIntersecting: true } as never], {} as never);
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'ready');
});

test('a press before the code is there is held and replayed once', async () => {
  const el = page();
  run('interaction');
  el.querySelector('button')?.click();
  el.querySelector('button')?.click();
  await settle();
  expect(el).toHaveTextContent('Hello 1');
});

test('Enter on the formatters’ div button is held and replayed', async () => {
  document.body.innerHTML =
    '<div class="formatter" data-text="Hello"><div role="button" tabindex="0">Static</div></div>';
  const el = document.body.firstElementChild as HTMLElement;
  run('interaction');
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  el.querySelector('[role=button]')?.dispatchEvent(key);
  expect(key.defaultPrevented).toBe(true);
  await settle();
  expect(el).toHaveTextContent('Hello 1');
});

test('a press on a picture that a gallery will open is held; one with a link is left to the browser', async () => {
  const options = '{"lightbox":true}';
  document.body.innerHTML = `<div data-widget="gallery" data-options='${options}'><figure><img alt="Oven"></figure><figure><a href="#mill"><img alt="Mill"></a></figure></div>`;
  const [oven, mill] = document.querySelectorAll('img');
  start({ gallery: ['interaction'] }, () =>
    Promise.resolve({
      loadMount: () => import('../mount.tsx'),
      chunks: { gallery: () => import('../gallery/Gallery.island.tsx') },
      other: () => Promise.reject(new Error('no other')),
    }),
  );
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  mill?.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(false);
  oven?.click();
  await settle();
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
});

test('keeps focus, and what was typed and chosen before the code came', async () => {
  const el = page();
  run('interaction');
  const input = el.querySelector('input') as HTMLInputElement;
  input.focus();
  input.value = 'Ada';
  (el.querySelector('select') as HTMLSelectElement).value = 'l';
  await settle();
  expect(el).toHaveTextContent('Ada/l');
  expect(el.querySelector('input')).toHaveFocus();
});

test('keeps what is selected in a text', async () => {
  const el = page();
  run('interaction');
  const input = el.querySelector('input') as HTMLInputElement;
  input.value = 'Ada Byron';
  input.focus();
  input.setSelectionRange(4, 9);
  await settle();
  const next = el.querySelector('input') as HTMLInputElement;
  expect(next).not.toBe(input);
  expect(next.value.slice(next.selectionStart ?? 0, next.selectionEnd ?? 0)).toBe('Byron');
});

test('islands of one product start together', async () => {
  document.body.innerHTML = `<div data-widget="demo" data-item-id="a" data-text="A">${STATIC}</div><div data-widget="other" data-item-id="a" data-text="B">${STATIC}</div><div data-widget="other" data-item-id="z" data-text="C">${STATIC}</div>`;
  const [first, second, third] = [...document.body.children];
  run('interaction');
  first?.dispatchEvent(new Event('pointerenter'));
  await settle();
  expect(second).toHaveAttribute('data-widget-state', 'ready');
  expect(third).toHaveAttribute('data-widget-state', 'waiting');
});

test('a widget with nothing to add leaves the markup, and a held press goes on', async () => {
  const el = page('data-widget="demo" data-text="nothing"');
  const pressed = jest.fn();
  el.querySelector('button')?.addEventListener('click', pressed);
  run('interaction');
  el.querySelector('button')?.click();
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'static');
  expect(el).toHaveTextContent('Static');
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a widget that cannot draw gives the markup back instead of a hole', async () => {
  const el = page('data-widget="demo" data-text="broken"');
  run('load');
  // Not within act(), which keeps a fault from the root's own handler: `waitFor` looks from outside of it.
  await waitFor(() => expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'cannot draw' })));
  expect(el).toHaveTextContent('Static');
});

test('W-003 W-005 a chunk that fails is asked again once, then named as missing; the markup stays', async () => {
  const el = page();
  const load = jest.fn(() => Promise.reject(new Error('404')));
  run('load', { ...demo, chunks: { demo: load } });
  await settle();
  expect(load).toHaveBeenCalledTimes(2);
  expect(el).toHaveAttribute('data-widget-state', 'failed');
  expect(el).toHaveTextContent('Static');
  const error = report.mock.calls[0]?.[0] as ChunkError;
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toContain('demo');
  expect(error).toMatchObject({ type: 'missing', chunk: 'demo' });
});

test('W-005 an empty script is missing', async () => {
  page();
  run('load', { ...demo, chunks: { demo: () => Promise.resolve({}) } });
  await settle();
  expect(report.mock.calls[0]?.[0]).toMatchObject({ type: 'missing', chunk: 'demo' });
});

test('W-002 W-004 N-095 a chunk that does not arrive within 120 seconds is a timeout', async () => {
  jest.useFakeTimers();
  const el = page();
  run('load', { ...demo, chunks: { demo: () => new Promise(() => undefined) } });
  await jest.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(el).toHaveAttribute('data-widget-state', 'loading');
  await jest.advanceTimersByTimeAsync(1);
  expect(el).toHaveAttribute('data-widget-state', 'failed');
  expect(report.mock.calls[0]?.[0]).toMatchObject({ type: 'timeout', chunk: 'demo' });
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  jest.useRealTimers();
});

test('a press whose code never comes is told, and the next press tries again', async () => {
  const el = page();
  let fails = true;
  const load = () => (fails ? Promise.reject(new Error('offline')) : import('./demo.fixture.tsx'));
  run('interaction', { ...demo, chunks: { demo: load } });
  el.querySelector('button')?.click();
  await settle();
  expect(el.querySelector('[role=alert]')).toHaveTextContent('Please check your internet connection.');
  fails = false;
  el.querySelector('button')?.click();
  await settle();
  expect(el).toHaveTextContent('Hello 1');
});

test('a held press in a plain form submits it when the code never comes', async () => {
  document.body.innerHTML =
    '<form action="/buy"><div data-widget="demo"><button type="submit">Buy</button></div></form>';
  const form = document.querySelector('form') as HTMLFormElement;
  form.submit = jest.fn();
  run('interaction', { ...demo, chunks: { demo: () => Promise.reject(new Error('404')) } });
  form.querySelector('button')?.click();
  await settle();
  expect(form.submit).toHaveBeenCalledTimes(1);
});

test('a held press on a formatter’s button submits the plain form behind it, with what was chosen', async () => {
  document.body.innerHTML = `<section><div class="product-variants"><select><option value="l" selected>L</option></select><select><option value="red" selected>R</option></select></div>
    <div class="product-quantity-input"><input value="3"></div>
    <div class="formatter"><div role="button" tabindex="0">Add</div></div><form class="loggia-plain" action="/api/plain/cart/entries">
    <select name="sku"><option value="">Select</option><option value="s-red" data-values="s|red"></option><option value="l-red" data-values="l|red"></option></select>
    <input name="quantity" value="1"></form></section>`;
  const form = document.querySelector('form') as HTMLFormElement;
  form.submit = jest.fn();
  run('interaction', { ...demo, chunks: { demo: () => Promise.reject(new Error('404')) } });
  document.querySelector<HTMLElement>('[role=button]')?.click();
  await settle();
  expect(form.submit).toHaveBeenCalledTimes(1);
  expect(Object.fromEntries(new FormData(form))).toEqual({ sku: 'l-red', quantity: '3' });
});

test('W-070 a cart widget waits for a cart, and is not fetched without one', async () => {
  const el = page();
  run('cart');
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'waiting');
  window.dispatchEvent(new Event(CART_EVENT));
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'ready');
});

test('W-070 a cart widget is fetched at idle when there is a marker', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test's own cookie
  document.cookie = 'hasCart=true';
  const el = page();
  run('cart');
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'ready');
});

test('the loader and the cart store mean the same event', () => {
  expect(SAID_BY_STORE).toBe(CART_EVENT);
});

test('a name without a chunk is reported as missing, and nothing starts twice', async () => {
  document.body.innerHTML = '<div data-widget="nope" data-load="load"></div>';
  run('load');
  await settle();
  expect(report.mock.calls[0]?.[0]).toMatchObject({ type: 'missing', chunk: 'nope' });
  const el = page();
  run('load');
  run('load');
  await settle();
  expect(el.querySelectorAll('button')).toHaveLength(1);
});

test('W-104 reviews, comments and players are fetched when they near the viewport, and not before', async () => {
  const el = page('data-widget="reviews" data-item-id="loaf"');
  const asked = jest.fn(() => import('./demo.fixture.tsx'));
  start(LATER, () => Promise.resolve({ ...demo, chunks: { reviews: asked } }));
  await settle();
  expect(el).toHaveAttribute('data-widget-state', 'waiting');
  expect(asked).not.toHaveBeenCalled();
  observed[0]?.([{ isIntersecting: true } as never], {} as never);
  await settle();
  expect(asked).toHaveBeenCalledTimes(1);
});

test('W-203 galleries that only show start nothing; those that turn start when seen, and pictures that open can be pressed', () => {
  const gallery = (design: string, options: object) =>
    `<div data-widget="gallery" data-design="${design}" data-options='${JSON.stringify(options)}'><figure><img alt="Oven"></figure><figure><a href="/"><img alt="Mill"></a></figure></div>`;
  document.body.innerHTML = gallery('grid', {}) + gallery('slider', {}) + gallery('stacked', { lightbox: true });
  prepare();
  const [plain, slider, opening] = [...document.body.children] as HTMLElement[];
  expect(plain?.dataset.widgetState).toBe('static');
  expect(slider?.dataset.load).toBe('visible');
  expect([...(opening?.querySelectorAll('[role=button]') ?? [])].map((image) => image.getAttribute('alt'))).toEqual([
    'Oven',
  ]);
});
