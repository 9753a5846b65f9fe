import { call } from './wrap.ts';

type Values = Record<string, unknown>;
const isValue = (value: unknown): boolean => value !== null && value !== undefined && !Number.isNaN(value);

/** Questions about values. */
const Lang = {
  ...Object.fromEntries(
    ['Boolean', 'Function', 'String', 'Undefined'].map((name) => [
      `is${name}`,
      (value: unknown) => typeof value === name.toLowerCase(),
    ]),
  ),
  isArray: Array.isArray,
  isNull: (value: unknown) => value === null,
  isNumber: Number.isFinite,
  isObject: (value: unknown) => Object(value) === value,
  isValue,
  trim: (text: string) => text.trim(),
};

/** Calls a function with each member of a list or an object. */
function each(many: unknown, fn: unknown, self?: unknown): void {
  const list = many as { each?: unknown; length?: unknown } | null;
  if (list?.each) call(list.each, many, fn, self);
  else if (typeof list?.length === 'number')
    Array.from(many as unknown[]).map((one, at) => call(fn, self, one, at, many));
  else for (const [key, value] of Object.entries(many ?? {})) call(fn, self, value, key, many);
}

/** A value as a list: lists of every kind are copied, anything else stands alone. */
const toArray = (value: unknown, from = 0): unknown[] => {
  const many = ((value as { _nodes?: unknown } | null)?._nodes ?? value) as unknown[];
  return (
    typeof many?.length === 'number' && typeof many !== 'string' ? Array.from(many) : isValue(many) ? [many] : []
  ).slice(from);
};

/** Methods of lists, with the list before their arguments. */
const list = Object.fromEntries(
  ['indexOf', 'map', 'filter', 'some', 'find'].map((name) => [
    name,
    (many: unknown, ...args: unknown[]) => call((many as Values)[name], many, ...args),
  ]),
);

/** Calls a function later, again and again with `repeats`; `cancel()` of what it gives stops that. */
function later(milliseconds: number, self: unknown, fn: unknown, args?: unknown, repeats?: boolean) {
  const own = typeof fn === 'string' ? (self as Values)[fn] : fn;
  const run = () => void call(own, self, ...toArray(args));
  const id = repeats ? setInterval(run, milliseconds) : setTimeout(run, milliseconds);
  return { id, cancel: () => clearTimeout(id) };
}

/** A function that runs at most once in so many milliseconds. */
function throttle(fn: unknown, milliseconds = 150) {
  let last = 0;
  return function (this: unknown, ...args: unknown[]) {
    const now = Date.now();
    if (now - last < milliseconds) return;
    last = now;
    call(fn, this, ...args);
  };
}

/** Copies members, over those that are there with `overwrite`. Names that reach into every object are left out. */
function mix(to: Values, from: object, overwrite?: boolean): Values {
  for (const [key, value] of Object.entries(from ?? {}))
    if (key !== '__proto__' && (overwrite || !(key in to))) to[key] = value;
  return to;
}

const Cookie = {
  get: (name: string): string | null => {
    const found = document.cookie.split('; ').find((one) => one.startsWith(`${encodeURIComponent(name)}=`));
    return found ? decodeURIComponent(found.slice(found.indexOf('=') + 1)) : null;
  },
  set: (name: string, value: unknown, { path = '', expires }: { path?: string; expires?: Date } = {}): void => {
    const words = [name, value].map((word) => encodeURIComponent(word as string)).join('=');
    // biome-ignore lint/suspicious/noDocumentCookie: templates ask for the answer at once, as the browser gives it
    document.cookie = `${words};path=${path};expires=${expires?.toUTCString() ?? ''}`;
  },
  remove: (name: string, options?: object): void => Cookie.set(name, '', { ...options, expires: new Date(0) }),
};

const agent = navigator.userAgent;
const version = (name: RegExp): number => Number.parseFloat(name.exec(agent)?.[1] as string) || 0;

/** What browser this is; 0 and null where it is another. */
const UA = {
  ie: 0,
  gecko: version(/rv:(.+)\) Gecko\//),
  webkit: version(/WebKit\/(.+)/),
  ios: version(/(?:iPhone|iPad|iPod).* OS (\d+)/),
  mobile: /iP(hone|ad|od)|Android|Mobi/.exec(agent)?.[0] ?? null,
  touchEnabled: navigator.maxTouchPoints > 0,
};

/** What `Y` has of all this. */
export const lang = {
  Lang,
  UA,
  Cookie,
  each,
  later,
  throttle,
  mix,
  Array: Object.assign(toArray, { ...list, each }),
  Object: { each, keys: Object.keys, values: Object.values, isEmpty: (of: object) => Object.keys(of).length === 0 },
  merge: (...all: object[]): object => Object.assign({}, ...all) as object,
  /** A function that is called on `self`; given arguments come first. */
  bind:
    (fn: unknown, self: unknown, ...args: unknown[]) =>
    (...more: unknown[]) =>
      call(fn, self, ...args, ...more),
};
