import { Emitter } from './yui/emitter.ts';
import { data, io } from './yui/io.ts';
import { lang } from './yui/lang.ts';
import { all, type Handle, listen, whenReady } from './yui/listen.ts';
import { Anim, EASINGS } from './yui/motion.ts';
import { fragment, YNode, YNodeList } from './yui/node.ts';
import { call, targetOf, targetsOf, wrap } from './yui/wrap.ts';

// The parts of YUI 3 that templates use, as one object. A script of its own, before those of the template: they name `Y`
// while the page is read.

type Parts = Record<string, unknown>;

const own = new Emitter();
/** Events of the window, wherever they are asked for. */
const OF_WINDOW = /^(windowresize|resize|scroll|load|beforeunload|hashchange|popstate|orientationchange)$/;

/** `Y.on(type, fn, where, self)`: of elements, of the window, or of nobody in particular. */
function on(once: boolean, type: unknown, fn: unknown, where?: unknown, ...rest: unknown[]): Handle {
  if (Array.isArray(type)) return all(type.map((name) => on(once, name, fn, where, ...rest)));
  const name = type as string;
  if (name === 'domready') {
    whenReady(() => call(fn, where ?? Y, ...rest));
    return all([]);
  }
  const isPlace = typeof where === 'string' || !!targetOf(where);
  const places = isPlace
    ? targetsOf(where)
    : OF_WINDOW.test(name)
      ? [window]
      : `on${name}` in document
        ? [document]
        : [];
  if (places.length === 0 && !isPlace) return own[once ? 'once' : 'on'](type as string, fn, where, ...(rest as []));
  const [self, ...args] = isPlace ? rest : [where, ...rest];
  return all(places.map((place) => listen(place, { type: type as string, fn, self, args, once })));
}

const modules = new Map<unknown, unknown>();

/** Names of parts, and a function that is called with `Y`: every part is there. Those of `YUI.add` begin at their first use. */
function use(...names: unknown[]): Parts {
  for (const name of names.flat()) {
    const part = typeof name === 'function' ? name : modules.get(name);
    modules.delete(name);
    if (part) call(part, Y, Y, name);
  }
  return Y;
}

function add(name: string, part: unknown, _version?: string, { requires = [] }: { requires?: string[] } = {}): void {
  modules.set(name, () => call(part, use(...requires), Y));
}

/** Makes sure that `Y.a.b` is there. */
const namespace = (name: string): Parts =>
  name.split('.').reduce<Parts>((at, part) => {
    at[part] ??= {};
    return at[part] as Parts;
  }, Y);

const create = (html: string): unknown => wrap(fragment(html.trim()).firstChild);
const one = (from: unknown): unknown => wrap(targetOf(from));

/** Gives an object, or those that a constructor makes, the methods of another constructor's. */
function augment(to: object, { prototype }: { prototype: object }, overwrite?: boolean): object {
  const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(prototype);
  const place = typeof to === 'function' ? (to as { prototype: object }).prototype : to;
  for (const [name, one] of Object.entries(methods))
    if (overwrite || !(name in place)) Object.defineProperty(place, name, one);
  return to;
}

/** What stands after `#`, as names and values. */
class HistoryHash {
  get(name: string): string | null {
    return new URLSearchParams(location.hash.slice(1)).get(name);
  }
}

const parts: Parts = {
  ...lang,
  config: { win: window, doc: document },
  Global: new Emitter(),
  EventTarget: Emitter,
  Node: Object.assign(YNode, { create, one }),
  NodeList: YNodeList,
  Anim,
  Easing: EASINGS,
  HistoryHash,
  io,
  Data: { get: data },
  JSON,
  DOM: { create: (html: string) => fragment(html) },
  one,
  all: (from: unknown) => new YNodeList(targetsOf(from)),
  on: (...args: [unknown, unknown]) => on(false, ...args),
  once: (...args: [unknown, unknown]) => on(true, ...args),
  delegate: (type: string, fn: unknown, where: unknown, selector: unknown, self?: unknown) =>
    all(targetsOf(where).map((place) => listen(place, { type, fn, selector, self }))),
  detach: (type: string, fn?: unknown) => own.detach(type, fn),
  fire: (type: string, ...args: unknown[]) => own.fire(type, ...args),
  use,
  add,
  namespace,
  augment,
  log: () => Y,
};

// What another part, or the template, has put there before stays.
const globals = window as unknown as { Y?: Parts; YUI?: unknown };
globals.Y ??= {};
const Y = globals.Y;
for (const name of Object.keys(parts)) Y[name] ??= parts[name];
Y.after ??= Y.on;
Y.Squarespace ??= {};

globals.YUI ??= Object.assign(() => Y, { add, use });
