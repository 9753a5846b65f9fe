// `ImageLoader`: pictures whose address stands in `data-src`, at the size and the place that a template asks for.
// A script of its own, before those of the template.

type Mode = 'fill' | 'fit' | 'none';
type Options = { load?: boolean | undefined; mode?: string | null; fill?: boolean; fit?: boolean };
type Part = { _node?: unknown; 0?: unknown; loader?: unknown };

const modes = new WeakMap<HTMLImageElement, Mode>();
const shown = new Set<WeakRef<HTMLImageElement>>();

/** A picture, whether an element, a node of YUI's or a set of jQuery's. */
function pictureOf(from: unknown): HTMLImageElement | undefined {
  const part = from as Part | null | undefined;
  const element = [from, part?._node, part?.[0]].find((one) => one instanceof HTMLImageElement);
  return element;
}

/** What is asked for, else what a class of the place says. */
function modeOf(picture: HTMLImageElement, options: Options): Mode {
  if (options.mode !== undefined) return options.mode === 'fill' || options.mode === 'fit' ? options.mode : 'none';
  if (options.fill) return 'fill';
  if (options.fit) return 'fit';
  const place = picture.parentElement?.classList;
  return place?.contains('content-fill') ? 'fill' : place?.contains('content-fit') ? 'fit' : 'none';
}

const pair = (text: string | undefined, sign: string): [number, number] | undefined => {
  const [a = Number.NaN, b = Number.NaN] = (text ?? '').split(sign).map(Number.parseFloat);
  return Number.isNaN(a) || Number.isNaN(b) ? undefined : [a, b];
};

const sizeOf = (picture: HTMLImageElement): [number, number] | undefined =>
  pair(picture.dataset.imageDimensions, 'x') ??
  (picture.naturalWidth ? [picture.naturalWidth, picture.naturalHeight] : undefined);

/** Puts a picture into its place: `fill` covers it and keeps the focal point in sight, `fit` shows all of the picture. */
function arrange(picture: HTMLImageElement, mode: Mode): void {
  const place = picture.parentElement;
  if (!place) return;
  const { clientWidth: width, clientHeight: height } = place;
  if (height > 0) picture.setAttribute('data-parent-ratio', (width / height).toFixed(1));
  const size = sizeOf(picture);
  if (mode === 'none' || !size || width === 0 || height === 0) return;
  const scale = (mode === 'fill' ? Math.max : Math.min)(width / size[0], height / size[1]);
  const [w, h] = [size[0] * scale, size[1] * scale];
  const [x, y] = pair(picture.dataset.imageFocalPoint, ',') ?? [0.5, 0.5];
  // What is larger than its place moves only so far that it still covers it.
  const offset = (room: number, length: number, focal: number) =>
    length > room ? Math.min(0, Math.max(room - length, room / 2 - length * focal)) : (room - length) / 2;
  place.style.overflow = mode === 'fill' ? 'hidden' : place.style.overflow;
  if (getComputedStyle(picture).position === 'static') picture.style.position = 'relative';
  Object.assign(picture.style, {
    maxWidth: 'none',
    width: `${w}px`,
    height: `${h}px`,
    left: `${offset(width, w, x)}px`,
    top: `${offset(height, h, y)}px`,
  });
}

/** A browser chooses among the sizes of a picture by how wide it is shown. */
function fetchIt(picture: HTMLImageElement, address: string, waits: boolean): void {
  if (picture.srcset) picture.sizes = `${Math.ceil(picture.getBoundingClientRect().width) || window.innerWidth}px`;
  picture.loading = waits ? 'lazy' : 'eager';
  if (!picture.getAttribute('src')) picture.src = address;
  const done = () => {
    picture.classList.remove('loading');
    picture.classList.add('loaded');
    arrange(picture, modes.get(picture) ?? 'none');
  };
  if (picture.complete && picture.naturalWidth > 0) {
    done();
    return;
  }
  picture.classList.add('loading');
  picture.addEventListener('load', done, { once: true });
}

/** Places a picture and, unless `data-load` is false, fetches it; with `viewport` there, when it comes into view. False for what is no picture. */
function load(from: unknown, wanted?: Options | boolean): boolean {
  const picture = pictureOf(from);
  const address = picture?.dataset.src || picture?.dataset.image || picture?.getAttribute('src');
  if (!picture || !address) return false;
  const options = typeof wanted === 'object' ? wanted : { load: wanted };
  const mode = modeOf(picture, options);
  if (!modes.has(picture)) shown.add(new WeakRef(picture));
  modes.set(picture, mode);
  arrange(picture, mode);
  if (from !== picture) (from as Part).loader ??= loaderOf(picture);
  const asked = picture.dataset.load;
  if (options.load ?? asked !== 'false') fetchIt(picture, address, asked === 'viewport' && !options.load);
  return true;
}

/** What templates find on a node whose picture was loaded. */
const loaderOf = (picture: HTMLImageElement) => {
  const setAttrs = (options: Options) => load(picture, { load: true, ...options });
  const refresh = () => arrange(picture, modes.get(picture) ?? 'none');
  return {
    setAttrs,
    refresh,
    load: () => setAttrs({}),
    set: (name: string, value: unknown) => setAttrs({ [name]: value }),
  };
};

window.addEventListener('resize', () => {
  for (const one of shown) {
    const picture = one.deref();
    if (picture) arrange(picture, modes.get(picture) ?? 'none');
    else shown.delete(one);
  }
});

(window as unknown as { ImageLoader?: object }).ImageLoader ??= { load };
