import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Answers,
  Form,
  InstallmentContext,
  PageCurrency,
  Problem,
  Product,
  StoreSettings,
} from '../contract/types.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { INSTALLMENT_TEXTS } from '../text/catalogue/installment.ts';
import { type DetailProblem, detailText } from '../text/detail.ts';
import { type FormProblem, fieldProblemText, formProblemText } from '../text/formProblem.ts';
import { problemText } from '../text/problem.ts';
import { addTexts, initTexts, text } from '../text/text.ts';
import { ADDED_AFTER_MS, REFUSED_RESET_AFTER_MS, RESET_AFTER_MS } from './addToCart.ts';
import { isSoldOut, type Stock, showsQuantity, stockExceeds, totalStock, UNLIMITED_STOCK } from './availability.ts';
import { trimmed } from './blank.ts';
import { PILL_LIMIT } from './cartLabel.ts';
import { EMAIL_MAXIMUM, EMAIL_MINIMUM, emailProblem } from './email.ts';
import { validate } from './form.ts';
import {
  installmentAmount,
  installmentBrand,
  installmentLocale,
  installmentMessage,
  isInRange,
  mayOfferInstallments,
} from './installment.ts';
import { CENTS_MAXIMUM, formatCents, INTEGER_PLACES_MAXIMUM, readCents } from './money.ts';
import type { ProductType } from './productType.ts';
import { QUANTITY_MAXIMUM, QUANTITY_MINIMUM, readQuantity } from './quantity.ts';
import { restockProblem } from './restock.ts';
import { chooseVariant } from './variant.ts';

/** C-001: the cases the Rust tests run too. A file without a runner, an unknown key and an empty file are failures. */
type Case = { name: string; given: never; expect: unknown };
type Run = (given: never) => unknown;

const crates = join(process.cwd(), '..', 'crates');
const refusal = (problem: Problem) => ({ problem, message: problemText(problem) });

/** The members a runner reads, taken out one by one: what is left over is a key it does not know. */
function only<T extends object>(given: T, ...known: (keyof T)[]): T {
  const unknown = Object.keys(given).filter((key) => !known.includes(key as keyof T));
  if (unknown.length > 0) throw new Error(`unknown key ${unknown.join()}`);
  return given;
}

/** Cases of several kinds in one file, each under its own key. */
const oneOf =
  (runs: Record<string, Run>): Run =>
  (given: object) => {
    const [kind = '', ...more] = Object.keys(given);
    const run = runs[kind];
    if (!run || more.length > 0) throw new Error(`no runner for ${Object.keys(given).join()}`);
    return run((given as Record<string, never>)[kind] as never);
  };

const LIMITS: Record<string, unknown> = {
  quantityMinimum: QUANTITY_MINIMUM,
  quantityMaximum: QUANTITY_MAXIMUM,
  pillMaximum: PILL_LIMIT,
  unlimitedStock: UNLIMITED_STOCK,
  addedAfterMs: ADDED_AFTER_MS,
  addedResetAfterMs: RESET_AFTER_MS,
  failedResetAfterMs: REFUSED_RESET_AFTER_MS,
  centsMaximum: CENTS_MAXIMUM,
  integerPlacesMaximum: INTEGER_PLACES_MAXIMUM,
  emailMinimum: EMAIL_MINIMUM,
  emailMaximum: EMAIL_MAXIMUM,
};
const STATUS: Partial<Record<Problem['code'], number>> = {
  'item-unavailable': 404,
  'entry-missing': 404,
  'session-expired': 403,
  'cookies-disabled': 403,
  'too-many-requests': 429,
};

const RUNNERS: Record<string, Run> = {
  'commerce/money.json': oneOf({
    parse: (given: string) => readCents(given),
    format: (given: { cents: number; currency: PageCurrency; trim: boolean }) => {
      only(given, 'cents', 'currency', 'trim');
      return { text: formatCents(given.cents, given.currency, given.trim ? 'wholeAmounts' : 'never') };
    },
  }),
  'commerce/amount.json': (given: { currency: PageCurrency; cents: number[] }) => {
    const { currency, cents } = only(given, 'currency', 'cents');
    return { texts: cents.map((each) => formatCents(each, currency)) };
  },
  'commerce/availability.json': (given: {
    product: Product;
    multipleQuantityAllowedForServices: boolean;
    additionalFields?: { stock: Stock[]; inCart: number };
  }) => {
    const { additionalFields: asked } = given;
    if (asked) {
      only(asked, 'stock', 'inCart');
      return { mayOpen: stockExceeds(asked.stock, asked.inCart) };
    }
    const { product } = only(given, 'product', 'multipleQuantityAllowedForServices');
    return {
      soldOut: isSoldOut(product),
      stockTotal: totalStock(product),
      quantityShown: showsQuantity(product, given.multipleQuantityAllowedForServices),
      hasVariants: product.variants.length > 1,
    };
  },
  'commerce/add_to_cart.json': oneOf({
    choose: (given: { product: Product; chosen: Record<string, string> }) => {
      only(given, 'product', 'chosen');
      const found = chooseVariant(given.product, given.chosen);
      return 'variant' in found ? { sku: found.variant.sku } : refusal(found.problem);
    },
    quantity: (given: unknown) => {
      const plain = typeof given === 'number' && Math.abs(given) >= 1e21 ? '9'.repeat(22) : given;
      const typed = typeof plain === 'string' || typeof plain === 'number' ? String(plain) : '';
      const read = readQuantity(typed);
      return 'problem' in read ? refusal({ code: read.problem }) : read;
    },
  }),
  'commerce/installment.json': oneOf({
    range: (given: { price: number; minimum: number | null; maximum: number | null }) => {
      only(given, 'price', 'minimum', 'maximum');
      return { inRange: isInRange(given.price, given.minimum ?? null, given.maximum ?? null) };
    },
    locale: (given: { shopperLanguage: string; stripeAccountCountry: string }) => {
      const locale = installmentLocale(given.shopperLanguage, given.stripeAccountCountry);
      return { locale, brand: installmentBrand(locale) };
    },
    brand: (given: string) => ({ brand: installmentBrand(given) }),
    amount: (given: { price: number; count: number; fractionDigits: number }) => ({
      amount: installmentAmount(given.price, given.count, given.fractionDigits),
    }),
    offer: (given: ProductType[]) => ({ offered: mayOfferInstallments(given) }),
    message: (given: {
      context: InstallmentContext;
      price: number;
      currency: PageCurrency;
      productTypes: ProductType[];
      settings: StoreSettings['installments'];
    }) => {
      only(given, 'context', 'price', 'currency', 'productTypes', 'settings');
      const message = installmentMessage(
        given.context,
        given.price,
        given.currency,
        given.productTypes,
        given.settings,
      );
      if (!message) return null;
      const key = message.inRange ? 'installmentInRangeText' : 'installmentOutOfRangeText';
      return { inRange: message.inRange, text: text(key, message.values), locale: message.locale };
    },
  }),
  'commerce/restock.json': (given: {
    signUp: { siteVisitorEmail: string; captchaToken?: string };
    captchaRequired: boolean;
  }) => {
    const { signUp, captchaRequired } = only(given, 'signUp', 'captchaRequired');
    const problem = restockProblem(signUp.siteVisitorEmail, signUp.captchaToken, captchaRequired);
    return problem ? refusal(problem) : { email: trimmed(signUp.siteVisitorEmail) };
  },
  'commerce/problem.json': (given: Problem) => ({ message: problemText(given), status: STATUS[given.code] ?? 400 }),
  'commerce/detail.json': ({ code }: { code: DetailProblem }) => ({ message: detailText(code) }),
  'commerce/limit.json': ({ limit }: { limit: string }) => LIMITS[limit],
  'forms/email.json': ({ email }: { email: string }) => {
    const problem = emailProblem(email);
    return problem ? { problem: `email-${problem}` } : { email: trimmed(email) };
  },
  'forms/validate.json': (given: { form: Form; answers: Answers }) => {
    only(given, 'form', 'answers');
    const found = Object.entries(validate(given.form, given.answers));
    return { errors: Object.fromEntries(found.map(([id, problem]) => [id, fieldProblemText(problem)])) };
  },
  // A thousand made-up submissions; what their forms do not say is the default.
  'forms/generated.json': (given: {
    form: { fields: Partial<Form['fields'][number]>[]; validationDisabled?: boolean };
    answers: Answers;
  }) => {
    only(given, 'form', 'answers');
    const fields = given.form.fields.map((own) => ({ required: false, showCountryCode: false, ...own }));
    const form = { validationDisabled: false, ...given.form, fields } as Form;
    const found = Object.entries(validate(form, given.answers));
    return { errors: Object.fromEntries(found.map(([id, problem]) => [id, fieldProblemText(problem)])) };
  },
  'forms/problem.json': oneOf({
    field: (given: Parameters<typeof fieldProblemText>[0]) => ({ message: fieldProblemText(given), status: null }),
    form: (given: FormProblem) => ({ message: formProblemText(given) }),
  }),
  'forms/limit.json': ({ limit }: { limit: string }) => LIMITS[limit],
};

/** Files and cases with no twin in the browser, and why. */
const RUST_ONLY: Record<string, string> = {
  'commerce/cart.json': "the api's totals are shown, never worked out here",
  'commerce/currency.json': 'the page carries its currency',
  'commerce/delivery.json': "the api's offers are shown, never worked out here",
  'commerce/discount.json': "the api's totals are shown, never worked out here",
  'commerce/unit_price.json': 'the twin counts with the fraction of the page: unitPrice.test.ts runs it',
  'commerce/vat.json': 'the api alone looks at VAT numbers',
};
/** Kinds of cases: the server counts what is left when something is added. */
const RUST_ONLY_KINDS: Record<string, string> = { 'commerce/add_to_cart.json': 'stock' };
/** Parts of an answer: sales, marks and "from" prices are written into the page when it is built. */
const RUST_ONLY_KEYS: Record<string, readonly string[]> = {
  'commerce/availability.json': ['onSale', 'mark', 'variedPrices'],
};
/** The last three are of the box itself: product/selectors.test.tsx. */
const RUST_ONLY_LIMITS = [
  'entriesMaximum',
  'installmentCount',
  'cartLifetimeMs',
  'quantityDefault',
  'quantityStep',
  'quantityWidth',
];

beforeAll(() => {
  initTexts();
  addTexts({ ...CART_TEXTS, ...FORMS_TEXTS, ...INSTALLMENT_TEXTS });
  LIMITS.defaultButtonText = text('formDefaultButtonText');
  LIMITS.defaultFormName = text('formDefaultName');
});

for (const crate of ['commerce', 'forms'])
  for (const file of readdirSync(join(crates, crate, 'vectors'))) {
    const name = `${crate}/${file}`;
    describe(name, () => {
      const { cases, ...about } = JSON.parse(readFileSync(join(crates, crate, 'vectors', file), 'utf8')) as {
        rule: string;
        requirements: string;
        cases: Case[];
      };
      test('has a rule, its requirements, cases, and a runner or a reason for none', () => {
        expect(Object.keys(about).sort()).toEqual(['requirements', 'rule']);
        expect(cases.length).toBeGreaterThan(0);
        expect(Number(name in RUNNERS) + Number(name in RUST_ONLY)).toBe(1);
      });
      const run = RUNNERS[name];
      if (!run) return;
      const own = cases.filter(
        ({ given }) =>
          !RUST_ONLY_LIMITS.includes((given as { limit?: string }).limit ?? '') &&
          !((RUST_ONLY_KINDS[name] ?? '') in (given as object)),
      );
      const parts = (whole: unknown) =>
        name in RUST_ONLY_KEYS
          ? Object.fromEntries(Object.entries(whole as object).filter(([key]) => !RUST_ONLY_KEYS[name]?.includes(key)))
          : whole;
      test.each(own.map((each) => [each.name, each] as const))('%s', (_name, { given, expect: expected }) => {
        // A status is the api's: the browser knows only the text.
        if (name === 'forms/problem.json' && 'form' in given) expect(expected).toMatchObject(run(given) as object);
        else expect(run(given)).toEqual(parts(expected));
      });
    });
  }
