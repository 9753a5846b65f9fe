import { hearing, moves, press } from './gallery/moves.ts';
import { columns, stack } from './gallery/places.ts';
import type { Listed, PageY, ShimWindow } from './page.ts';

// `Y.Squarespace.Gallery2`: slides upon each other, in columns or in a strip.

const globals = window as unknown as ShimWindow;
const Y = globals.Y as unknown as PageY;

type Options = Record<string, unknown>;
type Config = Options & {
  currentIndex?: number;
  autoplayOptions?: { timeout?: number };
  designOptions?: Options;
  elements?: Record<string, unknown>;
  loaderOptions?: Options;
};

const elementsOf = (from: unknown): HTMLElement[] => (from ? (Y.all(from)._nodes as HTMLElement[]) : []);
/** Templates hand on what a tweak says, which is text. */
const isTrue = (value: unknown): boolean => `${value as string}` === 'true';

class Gallery2 extends Y.EventTarget {
  static readonly NS = 'gallery';
  private readonly box: HTMLElement | undefined;
  private readonly slides: HTMLElement[];
  private readonly kids: Gallery2[] = [];
  private readonly stop: () => void;
  private rows: HTMLElement[][] = [];
  private index = -1;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly config: Config = {}) {
    super();
    const { container, host, slides = config.element, currentIndex = 0, elements = {}, design = 'stacked' } = config;
    config.design = design;
    const box = elementsOf(container ?? host)[0];
    this.box = box;
    const inside = typeof slides === 'string' ? [...(box?.querySelectorAll<HTMLElement>(slides) ?? [])] : [];
    this.slides = inside.length ? inside : slides ? elementsOf(slides) : ([...(box?.children ?? [])] as HTMLElement[]);
    const [hear, stop] = hearing();
    this.stop = stop;
    if (!box) return;
    if (getComputedStyle(box).position === 'static') box.style.position = 'relative';
    for (const element of elementsOf(elements.next)) press(hear, element, 'Next', () => this.next());
    for (const element of elementsOf(elements.previous)) press(hear, element, 'Previous', () => this.previous());
    this.rows = elementsOf(elements.controls).map((row) => [...row.children] as HTMLElement[]);
    for (const row of [...this.rows, design === 'strip' ? this.slides : []])
      for (const [at, element] of row.entries()) press(hear, element, at + 1, () => this.show(at));
    if (design === 'stacked') moves(hear, box, config.keyboard !== false, (step) => this.show(this.index + step));
    hear(box, 'mouseenter focusin', () => clearInterval(this.timer));
    hear(box, 'mouseleave focusout', () => this.play());
    hear(window, 'resize', () => this.refresh());
    const id = config.historyHash && new URLSearchParams(location.hash.slice(1)).get('itemId');
    const named = this.slides.findIndex(({ dataset }) => id && dataset.slideId === id);
    this.show(named < 0 ? currentIndex : named);
    this.play();
  }

  private show(wanted: number): void {
    const { slides, config, index: before } = this;
    const many = slides.length || 1;
    const index = isTrue(config.loop) ? (wanted + many) % many : Math.max(0, Math.min(wanted, many - 1));
    if (index === before) return;
    this.index = index;
    this.refresh();
    if (before < 0) return;
    const id = slides[index]?.dataset.slideId;
    if (id && config.historyHash) history.replaceState(history.state, '', `#itemId=${id}`);
    for (const kid of this.kids) kid.show(index);
    const direction = wanted > before ? 1 : -1;
    this.fire('currentIndexChange', { type: 'Gallery:currentIndexChange', newVal: index, prevVal: before, direction });
  }

  /** Puts every slide where it belongs, fetches what is seen, and shows which slide is there. */
  refresh(): this {
    const { box, slides, index, config } = this;
    const { design, designOptions = {}, loaderOptions, elements = {}, loop } = config;
    if (!box) return this;
    const still = designOptions.transition === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const last = slides.length - 1;
    for (const [at, slide] of slides.entries()) {
      slide.classList.toggle('sqs-active-slide', at === index);
      const isNear = design !== 'stacked' || [0, 1, last].includes((at - index + last + 1) % (last + 1));
      for (const picture of isNear ? slide.querySelectorAll('img') : [])
        globals.ImageLoader?.load(picture, { ...loaderOptions, load: true });
    }
    if (design === 'stacked') stack(box, slides, index, designOptions, still ? 0 : Number(designOptions.speed ?? 0.5));
    else if (/auto|grid/.test(design as string)) columns(box, slides, designOptions);
    for (const row of this.rows)
      for (const [at, element] of row.entries()) {
        element.classList.toggle('active', at === index);
        element.ariaCurrent = `${at === index}`;
      }
    const mark = (name: string, run: (element: HTMLElement) => void) => elementsOf(elements[name]).map(run);
    mark('previous', ({ classList }) => classList.toggle('sqs-disabled', index === 0 && !isTrue(loop)));
    mark('next', ({ classList }) => classList.toggle('sqs-disabled', index === last && !isTrue(loop)));
    mark('currentIndex', (element) => element.replaceChildren(`${index + 1}`));
    mark('totalSlides', (element) => element.replaceChildren(`${last + 1}`));
    return this;
  }

  private play(): void {
    const { autoplay, autoplayOptions } = this.config;
    clearInterval(this.timer);
    if (!isTrue(autoplay) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.timer = setInterval(() => this.show((this.index + 1) % this.slides.length), autoplayOptions?.timeout || 4000);
  }

  get(name: string): unknown {
    if (name === 'currentIndex') return this.index;
    return name === 'slides' ? Y.all(this.slides) : this.config[name];
  }

  /** What a design is told may be told by its name alone. */
  set(name: string, value: unknown): this {
    if (name === 'currentIndex') this.show(value as number);
    else {
      this.config[name] = value;
      this.config.designOptions = { ...this.config.designOptions, [name]: value };
      this.play();
    }
    return this.refresh();
  }

  getImages(): Listed {
    return Y.all(this.slides.flatMap((slide) => [...slide.querySelectorAll('img')]));
  }

  next(): void {
    this.show(this.index + 1);
  }

  previous(): void {
    this.show(this.index - 1);
  }

  /** Who chooses in the smaller gallery means the larger. */
  addChild(kid: Gallery2): void {
    this.kids.push(kid);
    kid.show(this.index);
    kid.on('currentIndexChange', () => this.show(kid.index));
  }

  destroy(): void {
    clearInterval(this.timer);
    this.stop();
    this.detach();
  }
}

Y.Squarespace.Gallery2 ??= Gallery2;
Y.Squarespace.Gallery ??= Gallery2;
