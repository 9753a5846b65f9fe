import './pictures.ts';
import type { YNode } from './yui/node.ts';

// A part may only stand on what is on `window`, as in a page: the parts before it come first.
beforeAll(async () => {
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  await import('./yui.ts');
  await import('./modules.ts');
});

type Gallery = {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  on(type: string, fn: unknown): void;
  destroy(): void;
  addChild(other: Gallery): void;
};
type Box = { render(): Box; close(): void; on(type: string, fn: unknown): void };
type Parts = Record<'Gallery2', new (config: object) => Gallery> &
  Record<'Lightbox2', new (config: object) => Box> & {
    Widgets: { Alert: new (words: object) => Box };
    Loader: new (config?: object) => object;
    TextShrink: unknown;
    VideoLoader: unknown;
    Singletons: { ShoppingCart: Pick<Gallery, 'get' | 'on'> };
  };
const Y = () => (window as unknown as { Y: { one(from: string): YNode; Squarespace: Parts } }).Y;

const made = (config: object = {}): Gallery => {
  document.body.innerHTML =
    '<div class="slides"><div class="slide" data-slide-id="a">1</div><div class="slide" data-slide-id="b">2</div><div class="slide">3</div></div><b class="next"></b><b class="back"></b><p class="dots"><i></i><i></i><i></i></p><u class="now"></u>';
  const elements = { next: '.next', previous: '.back', controls: '.dots', currentIndex: '.now' };
  return new (Y().Squarespace.Gallery2)({ container: '.slides', elements, ...config });
};
const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
const shown = () => document.querySelector('.sqs-active-slide')?.textContent;

test('a gallery goes forward and back, and ends where it does not loop', () => {
  const moves: unknown[] = [];
  const gallery = made();
  gallery.on('currentIndexChange', (event: { newVal: number }) => moves.push(event.newVal));
  expect([shown(), document.querySelector('.back')?.className]).toEqual(['1', 'back sqs-disabled']);
  click('.back');
  click('.next');
  click('.dots i:last-child');
  click('.next');
  expect([shown(), gallery.get('currentIndex'), moves]).toEqual(['3', 2, [1, 2]]);
  expect(document.querySelector('.dots .active')?.nextElementSibling).toBeNull();
  expect(document.querySelector('.now')?.textContent).toBe('3');
  gallery.destroy();
  click('.back');
  expect(shown()).toBe('3');
});

test('a loop begins again, keys move what is in sight, and an address names a slide', () => {
  window.history.replaceState(null, '', '#itemId=b');
  const gallery = made({ loop: 'true', historyHash: true });
  expect(shown()).toBe('2');
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
  expect([shown(), window.location.hash]).toEqual(['1', '#itemId=a']);
  click('.back');
  expect(shown()).toBe('3');
  gallery.set('currentIndex', 0);
  expect(shown()).toBe('1');
  gallery.destroy();
  window.history.replaceState(null, '', '#');
});

test('a gallery without slides, or without a place, does nothing and throws nothing', () => {
  document.body.innerHTML = '<div class="slides"></div>';
  expect(new (Y().Squarespace.Gallery2)({ container: '.slides', loop: true }).get('currentIndex')).toBe(0);
  expect(() => new (Y().Squarespace.Gallery2)({ container: '.none' }).destroy()).not.toThrow();
});

test('a lightbox shows one of a set, goes on, and leaves the page as it was', () => {
  document.body.innerHTML = '<img alt="A" src="/a.png"><img alt="B" src="/b.png">';
  const set = [...document.querySelectorAll('img')].map((content) => ({ content }));
  let closed = 0;
  const box = new (Y().Squarespace.Lightbox2)({ set, currentSetIndex: 1, controls: { next: true } }).render();
  box.on('close', () => {
    closed += 1;
  });
  const alt = () => document.querySelector<HTMLImageElement>('dialog img')?.alt;
  expect(alt()).toBe('B');
  click('.sqs-lightbox-next');
  expect(alt()).toBe('A');
  click('.sqs-lightbox-close');
  expect([closed, document.querySelectorAll('dialog, img').length]).toEqual([1, 2]);
});

test('an alert says its words as text', () => {
  document.body.innerHTML = '';
  const alert = new (Y().Squarespace.Widgets.Alert)({ 'strings.title': 'Shop', 'strings.message': '<b>none left</b>' });
  expect(document.querySelector('[role=alertdialog], dialog')?.textContent).toContain('<b>none left</b>');
  alert.close();
  expect(document.querySelector('dialog')).toBeNull();
});

test('a node has the part that it is given', () => {
  document.body.innerHTML =
    '<h1>Long</h1><div class="film" data-html="&lt;iframe title=f&gt;&lt;/iframe&gt;"><i></i></div>';
  const film = Y().one('.film').plug(Y().Squarespace.VideoLoader) as YNode & {
    videoloader: Record<'load' | 'reload', () => void>;
  };
  film.videoloader.load();
  expect(document.querySelector('.film iframe')).not.toBeNull();
  film.videoloader.reload();
  expect(document.querySelector('.film')?.innerHTML).toBe('<i></i>');
  expect(Y().one('h1').plug(Y().Squarespace.TextShrink)).toHaveProperty('textShrink');
});

test('S-686 the loader of older templates fetches one picture, or each of a list, and minds nothing else', () => {
  document.body.innerHTML =
    '<img class="one" data-src="/a.png"><img class="more" data-src="/b.png" data-load="false"><img class="more" data-image="/c.png">';
  const { Loader } = Y().Squarespace;
  const sources = () => [...document.images].map((picture) => picture.getAttribute('src'));
  new Loader({ img: Y().one('.one') });
  expect(sources()).toEqual(['/a.png', null, null]);
  new Loader({ img: '.more' });
  expect(sources()).toEqual(['/a.png', '/b.png', '/c.png']);
  for (const config of [undefined, {}, { img: null }, { img: '.none' }]) expect(() => new Loader(config)).not.toThrow();
});

test('S-753: a template hears of the cart, and asks how much is in it', () => {
  const { ShoppingCart } = Y().Squarespace.Singletons;
  const said: unknown[] = [ShoppingCart.get('totalQuantity'), ShoppingCart.get('isEmpty')];
  ShoppingCart.on('change', () => said.push(ShoppingCart.get('totalQuantity')));
  const tell = (cart: object) => window.dispatchEvent(new CustomEvent('loggia:cart', { detail: { cart } }));
  tell({ entries: [{ quantity: 2 }, { quantity: 3 }] });
  tell({ entries: [] });
  expect(said).toEqual([0, true, 5, 0]);
});
