import './squarespace.ts';

type Call = (...args: unknown[]) => unknown;
const globals = window as unknown as {
  Static: object;
  Squarespace: Record<string, Call> & { AFTER_BODY_LOADED: boolean };
  Singleton: { create(methods: object): { name?: string } };
  Class: { create(...parts: unknown[]): new (...values: unknown[]) => Record<string, Call> & { at?: unknown } };
  Y: { Squarespace: Record<'Template' | 'Commerce', Record<string, Call>> };
};
const { Squarespace, Y } = globals;

globals.Static = {
  SQUARESPACE_CONTEXT: {
    tweakJSON: { width: '3px', 'my-tweak': 'Wide' },
    website: { language: 'en-GB' },
    websiteSettings: { storeSettings: { defaultCurrency: 'GBP', expressCheckout: true } },
  },
};

test('what was left for the page runs, again after every change that a template tells of', () => {
  const said: string[] = [];
  Squarespace.onInitialize?.(Y, () => said.push('began'));
  Squarespace.onDestroy?.(Y, () => said.push('ended'));
  expect(said).toEqual(['began']);
  Squarespace.globalDestroy?.(Y);
  Squarespace.afterBodyLoad?.(Y);
  Squarespace.afterBodyLoad?.(Y);
  expect(said).toEqual(['began', 'ended', 'began']);
  Squarespace.AFTER_BODY_LOADED = false;
  Squarespace.afterBodyLoad?.(Y);
  expect(said).toHaveLength(4);
});

test('every block may be told to begin', () => {
  expect(() => Squarespace.initializeCommerce?.(Y)).not.toThrow();
  expect(Squarespace.initializeCommerce).toBeInstanceOf(Function);
  expect(Squarespace.other).toBeUndefined();
});

test('tweaks are found by name, with and without what LESS writes before it', () => {
  const { getTweakValue } = Y.Squarespace.Template;
  expect([getTweakValue?.('my-tweak'), getTweakValue?.('@width'), getTweakValue?.('none')]).toEqual([
    'Wide',
    '3px',
    undefined,
  ]);
});

test('money is written in the shop’s currency', () => {
  const { moneyString, priceString, isExpressCheckout } = Y.Squarespace.Commerce;
  expect(moneyString?.(123456)).toBe('£1,234.56');
  expect(priceString?.({ variants: [{ price: 500 }, { price: 900, salePrice: 300, onSale: true }] })).toBe(
    'from £3.00',
  );
  expect(isExpressCheckout?.()).toBe(true);
});

test('a singleton has its methods, and is made ready when the page is read', async () => {
  const made = globals.Singleton.create({
    ready(this: { name?: string }) {
      this.name = 'ready';
    },
  });
  expect(made.name).toBeUndefined();
  await new Promise((done) => setTimeout(done));
  expect(made.name).toBe('ready');
});

test('S-325: the ready of a Singleton may wait until the page is read', () => {
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const told: string[] = [];
  globals.Singleton.create({
    ready() {
      told.push('ready');
      document.addEventListener('DOMContentLoaded', () => told.push('read'), { once: true });
    },
  });
  document.dispatchEvent(new Event('readystatechange'));
  expect(told).toEqual(['ready']);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(told).toEqual(['ready', 'read']);
  state.mockRestore();
});

test('S-326: a Class makes objects by its initialize, after those of another', () => {
  const Plain = globals.Class.create({
    initialize(this: { at: unknown }, { at }: { at: unknown }) {
      this.at = at;
    },
    where(this: { at: number }) {
      return `at ${this.at}`;
    },
  });
  const Far = globals.Class.create(Plain, { far: () => true });
  const far = new Far({ at: 3 });
  expect([far.where?.(), far.far?.(), far instanceof Plain]).toEqual(['at 3', true, true]);
  expect('far' in new Plain({ at: 1 })).toBe(false);
});
