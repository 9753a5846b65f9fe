import type { ShimWindow } from './page.ts';

// `window.Squarespace`, and the members of `Y.Squarespace` that need nothing but the page: the life of a page, tweaks,
// money, `Singleton`. A script of its own, before those of the template, after that of `Y` where there is one.

const globals = window as unknown as ShimWindow;
globals.Y ??= {};
const Y = globals.Y;
const context = () => globals.Static?.SQUARESPACE_CONTEXT ?? {};

type Step = (y: unknown) => unknown;
const begins: Step[] = [];
const ends: Step[] = [];

/** Every one is called, whatever another does; what it throws is told as an error of the page. */
const runAll = (steps: readonly Step[]) => {
  for (const step of steps) {
    try {
      step(Y);
    } catch (error) {
      reportError(error);
    }
  }
};

const life = {
  AFTER_BODY_LOADED: false,
  /** `fn` runs when the page is there, and after every change that a template tells of. */
  onInitialize(_y: unknown, fn: Step) {
    begins.push(fn);
    if (life.AFTER_BODY_LOADED) runAll([fn]);
  },
  onDestroy: (_y: unknown, fn: Step) => void ends.push(fn),
  afterBodyLoad() {
    if (life.AFTER_BODY_LOADED) return;
    life.AFTER_BODY_LOADED = true;
    runAll(begins);
  },
  globalInit: () => runAll(begins),
  globalDestroy() {
    life.AFTER_BODY_LOADED = false;
    runAll(ends);
  },
  load: () => undefined,
};

/**
 * Blocks come to life by themselves, when they are put into the page: for `initializeCommerce` and all of its kind there is
 * nothing left to do.
 */
globals.Squarespace = new Proxy(Object.assign(life, globals.Squarespace), {
  get: (all, name) => all[name as string] ?? (/^initialize/.test(String(name)) ? () => undefined : undefined),
});

const start = () => life.afterBodyLoad();
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

/** An amount of the smallest unit of the shop's money, as its language writes it. */
function moneyString(amount: unknown): string {
  const currency = context().websiteSettings?.storeSettings?.defaultCurrency ?? 'USD';
  const format = new Intl.NumberFormat(context().website?.language ?? 'en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format((Number(amount) || 0) / 10 ** digits);
}

type Variant = { price?: number; salePrice?: number; onSale?: boolean };
type Item = { variants?: Variant[]; structuredContent?: { variants?: Variant[] } };

/** The price of a product; of several the least one. */
function priceString(item: Item): string {
  const variants = item.structuredContent?.variants ?? item.variants ?? [];
  const prices = variants.map(({ price, salePrice, onSale }) => (onSale ? salePrice : price) ?? 0);
  const least = moneyString(Math.min(...(prices.length ? prices : [0])));
  return new Set(prices).size > 1 ? `from ${least}` : least;
}

Y.Squarespace ??= {};
const platform: Record<string, unknown> = Y.Squarespace;
const parts: Record<string, unknown> = {
  Template: {
    getTweakValue(name: string) {
      const values = context().tweakJSON ?? {};
      return values[name] ?? values[name.replace(/[@.]/g, '')];
    },
  },
  Commerce: {
    moneyString,
    priceString,
    isExpressCheckout: () => !!context().websiteSettings?.storeSettings?.expressCheckout,
    goToCheckoutPage: () => location.assign('/checkout'),
  },
  Utils: { getGuid: () => crypto.randomUUID() },
};
for (const [name, part] of Object.entries(parts)) platform[name] ??= part;

/** One object with these methods; its `ready` is called when the page is read, before others are told so: it may wait for that. */
globals.Singleton ??= {
  create(methods: { ready?: () => void }) {
    const made = Object.create(methods) as typeof methods;
    const begin = () => made.ready?.();
    if (document.readyState === 'loading') document.addEventListener('readystatechange', begin, { once: true });
    else queueMicrotask(begin);
    return made;
  },
};

type Members = { initialize?: (...values: unknown[]) => void };

/** Makes a constructor of objects with these members, after those of another constructor; `initialize` gets what it is called with. */
globals.Class ??= {
  create(...parts: (Members | { prototype: object })[]) {
    function made(this: Members, ...values: unknown[]) {
      this.initialize?.(...values);
    }
    const [first] = parts;
    const base = typeof first === 'function' ? (first as { prototype: object }).prototype : Object.prototype;
    const own = parts.filter((part) => typeof part === 'object');
    made.prototype = Object.assign(Object.create(base) as object, { constructor: made }, ...own) as object;
    return made;
  },
};
