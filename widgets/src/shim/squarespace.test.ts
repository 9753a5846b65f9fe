import './squarespace.ts';

type Call = (...args: unknown[]) => unknown;
const globals = window as unknown as {
  Static: object;
  Squarespace: Record<string, Call> & { AFTER_BODY_LOADED: boolean };
  Singleton: { create(methods: object): { name?: string } };
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
