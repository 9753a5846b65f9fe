import { Emitter } from './emitter.ts';
import { computed, setStyle } from './style.ts';
import { call, targetOf } from './wrap.ts';

/** How far something is, of how far it goes, by how much of its time has passed. */
type Easing = (part: number) => number;
type Values = Record<string, unknown>;

const easings = (power: number): Easing[] => {
  const start: Easing = (t) => t ** power;
  return [start, (t) => 1 - start(1 - t), (t) => (t < 0.5 ? start(2 * t) / 2 : 1 - start(2 - 2 * t) / 2)];
};
const names = ['In', 'Out', 'Both'];

/** Those of YUI, by name. */
export const EASINGS: Record<string, Easing> = {
  easeNone: (t) => t,
  ...Object.fromEntries(easings(2).map((curve, at) => [`ease${names[at]}`, curve])),
  ...Object.fromEntries(easings(4).map((curve, at) => [`ease${names[at]}Strong`, curve])),
};

/** The way of one style, or of how far an element is scrolled: it is put where it belongs at a part of the way. */
function wayOf(element: HTMLElement, name: string, to: unknown, from: unknown): (part: number) => void {
  const [start, end] = [from, to].map((value) => (typeof value === 'function' ? call(value, null, element) : value));
  const at = (first: unknown, last: unknown, part: number) => Number(first) + (Number(last) - Number(first)) * part;
  if (name === 'scroll') {
    const [first, last] = [(start ?? [element.scrollLeft, element.scrollTop]) as number[], end as number[]];
    return (part) => element.scrollTo(at(first[0], last[0], part), at(first[1], last[1], part));
  }
  if (name.startsWith('scroll')) {
    const first = start ?? element[name as 'scrollTop'];
    return (part) => {
      element[name as 'scrollTop'] = at(first, end, part);
    };
  }
  const [first, last] = [start ?? computed(element, name), end].map((value) => Number.parseFloat(value as string));
  const unit = /[a-z%]+$/.exec(end as string)?.[0];
  return (part) => {
    const value = at(first, last, part);
    if (!Number.isNaN(value)) setStyle(element, name, unit ? value + unit : value);
    else if (part === 1) setStyle(element, name, end);
  };
}

/** An animation: `run()` takes the styles of `to` there in `duration` seconds and tells `start`, `tween`, `end`. */
export class Anim extends Emitter {
  private frame = 0;

  constructor(readonly config: Values = {}) {
    super();
  }

  get(name: string): unknown {
    return name === 'running' ? this.frame > 0 : this.config[name];
  }

  set(name: string, value: unknown): this {
    this.config[name] = value;
    return this;
  }

  run(): this {
    const { node, from = {}, to = {}, duration = 1, easing = 'easeNone' } = this.config;
    const element = targetOf(node) as HTMLElement | null;
    if (!element) return this;
    cancelAnimationFrame(this.frame);
    const ways = Object.entries(to as Values).map(([name, value]) =>
      wayOf(element, name, value, (from as Values)[name]),
    );
    const curve = EASINGS[easing as string] ?? (typeof easing === 'function' ? (easing as Easing) : EASINGS.easeBoth);
    const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    const begun = performance.now();
    const step = () => {
      const time = (performance.now() - begun) / 1000 / (still ? 0 : Number(duration));
      const part = time < 1 ? time : 1;
      for (const way of ways) way(call(curve, null, part, 0, 1, 1) as number);
      this.fire('tween');
      if (part < 1) this.frame = requestAnimationFrame(step);
      else this.stop();
    };
    this.fire('start');
    this.frame = requestAnimationFrame(step);
    return this;
  }

  stop(): this {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.fire('end');
    return this;
  }
}
