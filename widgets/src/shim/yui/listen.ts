import { facadeOf } from './facade.ts';
import { call, matches, type Target } from './wrap.ts';

/** What takes handlers away again. */
export class Handle {
  readonly cancel: () => void;
  constructor(readonly detach: () => void) {
    this.cancel = detach;
  }
}

/** One handle for several. */
export const all = (handles: readonly Handle[]): Handle =>
  new Handle(() => {
    for (const handle of handles) handle.detach();
  });

type Kept = { type: string; fn: unknown; off: () => void };
const kept = new WeakMap<Target, Set<Kept>>();

const SAME: Record<string, string> = {
  windowresize: 'resize',
  mousewheel: 'wheel',
  valuechange: 'input',
  tap: 'click',
};
/** These do not bubble: who hears them of what is inside hears their twins. */
const TWIN: Record<string, string> = {
  focus: 'focusin',
  blur: 'focusout',
  mouseenter: 'mouseover',
  mouseleave: 'mouseout',
};

type Wanted = { type: string; fn: unknown; self?: unknown; args?: unknown[]; selector?: unknown; once?: boolean };

/** Hears an event on an element; with a selector, that of the elements in it. */
export function listen(target: Target, { type, fn, self, args = [], selector, once }: Wanted): Handle {
  const own = SAME[type] ?? type;
  const crosses = selector && TWIN[own]?.startsWith('mouse');
  const heard = selector ? (TWIN[own] ?? own) : own;
  const handler = (event: Event) => {
    for (const element of selector ? inside(event, target, selector) : [target]) {
      if (crosses && (element as Element).contains((event as MouseEvent).relatedTarget as Node | null)) continue;
      const facade = facadeOf(event, element);
      if (once) handle.detach();
      call(fn, self ?? facade.currentTarget, facade, ...args);
      if (event.cancelBubble) break;
    }
  };
  target.addEventListener(heard, handler);
  const there = kept.get(target) ?? new Set();
  kept.set(target, there);
  const one: Kept = { type, fn, off: () => target.removeEventListener(heard, handler) };
  there.add(one);
  const handle = new Handle(() => {
    one.off();
    there.delete(one);
  });
  return handle;
}

/** The elements that a selector means between where an event was and where it is heard, innermost first. */
function inside(event: Event, target: Target, selector: unknown): Element[] {
  const found: Element[] = [];
  const isOwn = typeof selector === 'string' && /^\s*>/.test(selector);
  const wanted = isOwn ? selector.replace(/^\s*>/, '') : selector;
  for (let at = event.target as Element | null; at && at !== target; at = at.parentElement)
    if (matches(at, wanted) && (!isOwn || at.parentElement === target)) found.push(at);
  return found;
}

/** Takes away the handlers of an element: all of them, those of a type, or one. */
export function unlisten(target: Target, type?: string, fn?: unknown): void {
  const there = kept.get(target);
  for (const one of there ?? []) {
    if ((type && one.type !== type) || (fn && one.fn !== fn)) continue;
    one.off();
    there?.delete(one);
  }
}

/** Calls back when the page is read; at once, when it is. */
export function whenReady(run: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run, { once: true });
  else run();
}
