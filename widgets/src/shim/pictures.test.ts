import './pictures.ts';

const { ImageLoader } = window as unknown as { ImageLoader: { load(picture: unknown, options?: unknown): boolean } };
const made = (html: string, width = 300, height = 100): HTMLImageElement => {
  document.body.innerHTML = `<div>${html}</div>`;
  const place = document.body.firstElementChild as HTMLElement;
  Object.defineProperties(place, { clientWidth: { value: width }, clientHeight: { value: height } });
  return place.querySelector('img') as HTMLImageElement;
};
const PICTURE =
  '<img data-src="/a.png" data-image-dimensions="600x400" data-image-focal-point="0.5,0" data-load="false">';
const place = ({ style }: HTMLElement) => [style.width, style.height, style.left, style.top];

test('what fills covers its place and keeps its focal point in sight', () => {
  const picture = made(PICTURE);
  expect(ImageLoader.load(picture, { load: true, mode: 'fill' })).toBe(true);
  expect(place(picture)).toEqual(['300px', '200px', '0px', '0px']);
  expect(picture.getAttribute('src')).toBe('/a.png');
  expect(picture.dataset.parentRatio).toBe('3.0');
  picture.dataset.imageFocalPoint = '0.5,1';
  ImageLoader.load(picture, { load: true, mode: 'fill' });
  expect(place(picture)).toEqual(['300px', '200px', '0px', '-100px']);
});

test('what fits is seen whole, in the middle', () => {
  const picture = made(PICTURE);
  ImageLoader.load(picture, { load: true, fit: true });
  expect(place(picture)).toEqual(['150px', '100px', '75px', '0px']);
});

test('without a mode a class of the place decides, else nothing is moved', () => {
  const picture = made(PICTURE);
  ImageLoader.load(picture, true);
  expect(place(picture)).toEqual(['', '', '', '']);
  picture.parentElement?.classList.add('content-fill');
  ImageLoader.load(picture, true);
  expect(picture.style.width).toBe('300px');
});

test('data-load says when it is fetched, unless the call does', () => {
  const picture = made(PICTURE);
  ImageLoader.load(picture);
  expect(picture.hasAttribute('src')).toBe(false);
  picture.dataset.load = 'viewport';
  ImageLoader.load(picture);
  expect([picture.getAttribute('src'), picture.loading]).toEqual(['/a.png', 'lazy']);
  ImageLoader.load(picture, { load: true });
  expect(picture.loading).toBe('eager');
});

test('a loaded picture has its class; nodes and sets of elements are taken as well', () => {
  const picture = made(PICTURE);
  const node = { _node: picture, loader: undefined as { refresh(): void } | undefined };
  expect(ImageLoader.load(node, { load: true })).toBe(true);
  expect(picture.classList.contains('loading')).toBe(true);
  picture.dispatchEvent(new Event('load'));
  expect([...picture.classList]).toEqual(['loaded']);
  expect(node.loader?.refresh).toBeInstanceOf(Function);
  expect(ImageLoader.load([picture])).toBe(true);
  for (const other of [null, undefined, {}, document.body, made('<img>')]) expect(ImageLoader.load(other)).toBe(false);
});
