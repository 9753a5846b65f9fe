/** What a payment provider's fields make of a card: a token for the checkout call. No card number leaves the page. */
export type Card = { number: string; expiry: string; code: string };

/** How a provider takes part in a purchase. */
export type PaymentStep = {
  /** One of the shop's ways of paying by hand: no provider is asked. */
  method?: string;
  /** A token for the checkout call, or what the shopper is to read. */
  token: () => Promise<{ token: string } | { message: string }>;
  /** Lets the shopper do what the provider asks (a second factor); what to read when it did not work. */
  answer: (clientSecret: string) => Promise<string | null>;
};

/** The card the built-in test provider accepts; every other is declined. */
export const TEST_CARD = '4242 4242 4242 4242';

/** The built-in test provider: `test-pass` is paid, `test-decline` is declined by the api. */
export const testProvider = {
  token: (card: Card): string =>
    card.number.replace(/\s/g, '') === TEST_CARD.replace(/\s/g, '') ? 'test-pass' : 'test-decline',
};

const noQuestion = () => Promise.resolve(null);

/** The test provider's part: it asks the shopper nothing. */
export const testStep = (card: Card): PaymentStep => ({
  token: () => Promise.resolve({ token: testProvider.token(card) }),
  answer: noQuestion,
});

/** Nobody is paid: coupons and gift cards cover it all. */
export const NOTHING_TO_PAY: PaymentStep = { token: () => Promise.resolve({ token: '' }), answer: noQuestion };

/** '4242424242424242' → '4242 4242 4242 4242'. */
export const groupDigits = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');

/** '1230' → '12 / 30'. */
export function groupExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}
