import type { NodeLike, PageY, ShimWindow } from './page.ts';

// Small members of `Y.Squarespace`: those that nodes are given (text that fits, films that begin by a call), one event for the
// end of a resize, what is in the cart.

const globals = window as unknown as ShimWindow;
const Y = globals.Y as unknown as PageY;

/** These come to life by the widgets, wherever they stand. */
const done = (): void => undefined;

type Config = Record<string, unknown> & { host: NodeLike };

/** Makes text smaller until its line fits into `parentEl`, down to `minFontSize` pixels. */
class TextShrink {
  static readonly NS = 'textShrink';

  constructor(private readonly config: Config) {
    window.addEventListener('resize', () => this.refresh());
    this.refresh();
  }

  refresh(): void {
    const { host, parentEl, minFontSize = 12 } = this.config;
    const element = host._node as HTMLElement;
    const parent = Y.one(parentEl ?? element.parentElement)?._node;
    if (!parent) return;
    element.style.fontSize = '';
    const { paddingLeft, paddingRight } = getComputedStyle(parent);
    const room = parent.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const needs = () => Math.max(element.scrollWidth, element.offsetWidth);
    let size = Number.parseFloat(getComputedStyle(element).fontSize);
    while (room > 0 && needs() > room && size > Number(minFontSize)) element.style.fontSize = `${--size}px`;
  }
}

/** A film that stands in `data-html` until it is asked for; `reload` ends what plays. */
class VideoLoader {
  static readonly NS = 'videoloader';
  readonly set = done;
  readonly get = done;
  private readonly before: string;

  constructor(private readonly config: Config) {
    this.before = config.host._node.innerHTML;
  }

  load(): void {
    const { _node } = this.config.host;
    _node.replaceChildren(
      document.createRange().createContextualFragment(_node.getAttribute('data-html') ?? this.before),
    );
  }

  reload(): void {
    this.config.host._node.innerHTML = this.before;
  }
}

/** Pictures of templates that are older than `ImageLoader`: each is fetched, whether one is given or a list of them. */
class Loader {
  constructor({ img }: { img?: unknown } = {}) {
    for (const picture of Y.all(img ?? [])._nodes) globals.ImageLoader?.load(picture, { load: true });
  }
}

/** Tells `resize:end` of the window. */
class ResizeEmitter extends Y.EventTarget {
  constructor({ timeout = 100 } = {}) {
    super();
    let timer = 0;
    window.addEventListener('resize', () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => this.fire('resize:end'), timeout);
    });
  }
}

type CartNews = CustomEvent<{ cart?: { entries?: { quantity?: number }[] } } | undefined>;

/** What is in the cart, as the page's widgets tell it; tells `change` whenever that is another. */
class ShoppingCart extends Y.EventTarget {
  private entries: { quantity?: number }[] = [];

  constructor() {
    super();
    window.addEventListener('loggia:cart', (event) => {
      this.entries = (event as CartNews).detail?.cart?.entries ?? [];
      this.fire('change');
    });
  }

  get(name: string): unknown {
    const totalQuantity = this.entries.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
    const values: Record<string, unknown> = {
      totalQuantity,
      entries: this.entries,
      isEmpty: totalQuantity === 0,
    };
    return values[name];
  }
}

const parts: Record<string, unknown> = {
  Loader,
  TextShrink,
  VideoLoader,
  ResizeEmitter,
  SocialButtons: Object,
  SimpleLike: { renderLikeCount: done },
  FollowButtonUtils: { renderAll: done },
  Singletons: { ShoppingCart: new ShoppingCart() },
};
for (const name of Object.keys(parts)) Y.Squarespace[name] ??= parts[name];
