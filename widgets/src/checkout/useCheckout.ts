import { useCallback, useEffect, useRef, useState } from 'react';
import { apiUrl } from '../client/call.ts';
import { cartCalls, cartIn } from '../client/cart.ts';
import { checkoutCalls } from '../client/checkout.ts';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import type {
  AddressForm,
  Buyer,
  Cart,
  Checkout,
  CheckoutAnswer,
  DeliveryWindow,
  ShippingLocation,
} from '../contract/types.ts';
import { emailProblem } from '../domain/email.ts';
import { money, pageData, paths } from '../pageData.ts';
import { goTo } from '../platform/go.ts';
import { tell } from '../platform/tell.ts';
import { loadCart, syncCart } from '../state/cartStore.ts';
import { DETAIL_TEXTS, type DetailProblem, detailText } from '../text/detail.ts';
import { fieldProblemText } from '../text/formProblem.ts';
import { problemText } from '../text/problem.ts';
import { text } from '../text/text.ts';
import { addressErrors, askedOf, asksPlaceOfTax, buyerErrors, type CheckoutErrors } from './details.ts';
import type { PaymentStep } from './payment.ts';
import { keepReceipt } from './receipt.ts';
import { totalChangeOf, totalChangeText } from './totalChange.ts';

export type CheckoutFields = {
  email: string;
  location: ShippingLocation;
  buyer: Buyer;
  /** When it comes or is collected, where the delivery asks for it. */
  window: DeliveryWindow | null;
  /** The forms of the addresses, as far as they have come. */
  forms: { shipping?: AddressForm; billing?: AddressForm };
};
type Step = 'loading' | 'ready' | 'paying' | 'leaving';

/** Refusals that one field of the place answers. */
const PLACES: Record<string, 'country' | 'region' | undefined> = {
  'country-missing': 'country',
  'region-missing': 'region',
};

/** How often a purchase that waits is asked about, and how long between, in milliseconds. */
const ASKS = 6;
const PAUSE_MS = 2000;

/** What the server says of fields, in the words of the page. */
function detailTexts(codes: unknown): CheckoutErrors {
  const found = Object.entries(Object(codes) as Record<string, string>);
  const known = found.filter(([, code]) => code in DETAIL_TEXTS);
  return Object.fromEntries(known.map(([name, code]) => [name, detailText(code as DetailProblem)]));
}

/** The payment stands still; the message is for the shopper, the page says when it goes on. */
class PaymentStopped extends Error {
  readonly page: string | undefined;

  constructor(message: string, page?: string) {
    super(message);
    this.page = page;
  }
}

/** Buys, and goes with the shopper through what the provider asks before the order is paid. */
async function purchase(checkout: Checkout, key: string, payment: PaymentStep): Promise<CheckoutAnswer> {
  for (let asked = 1; ; asked++) {
    const answer = await checkoutCalls.buy(checkout, key);
    if (!('orderId' in answer)) return answer;
    if (asked === ASKS)
      throw new PaymentStopped(text('checkoutStillPending'), answer.orderPage && apiUrl(answer.orderPage));
    // The bank has a page of its own; it leads back to the order's.
    if (answer.redirectUrl) throw new PaymentStopped('', answer.redirectUrl);
    if (answer.clientSecret) {
      const message = await payment.answer(answer.clientSecret);
      if (message) throw new PaymentStopped(message);
    } else {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/**
 * The checkout: reads the cart, tells the server where it goes as soon as that is known, and buys (A-046, W-093).
 * Every total shown is the server's.
 */
export function useCheckout(cartToken: string | null) {
  const [cart, setCart] = useState<Cart | null>(null);
  const [step, setStep] = useState<Step>('loading');
  const [alert, setAlert] = useState<string | null>(null);
  // The total that stood there before the server named another one; it stands beside the new one until something changes.
  const [before, setBefore] = useState<number | null>(null);
  const [errors, setErrors] = useState<CheckoutErrors>({});
  // Goes up when something is found wrong: only then the focus moves.
  const [attempt, setAttempt] = useState(0);
  const mark = (found: CheckoutErrors) => {
    setErrors(found);
    if (Object.keys(found).length > 0) setAttempt((now) => now + 1);
  };
  // One purchase has one key and one token: a repeat after a lost answer is the same purchase.
  const tried = useRef<{ key: string; token: string; method: string | null } | null>(null);
  const acceptsPrices = useRef(false);

  // A choice of delivery that the server has not answered yet: what it answers to earlier calls says nothing of it.
  const chosen = useRef<string | null>(null);
  // Calls go one after the other: the last answer knows what all before it have changed.
  const last = useRef<Promise<unknown>>(Promise.resolve());

  // The cart as the server said last: a press of Pay waits for the answers to choices made before it.
  const newest = useRef<Cart | null>(null);
  const take = (now: Cart) => {
    newest.current = now;
    const option = now.shippingOptions.find(({ id }) => id === chosen.current);
    setCart(option ? { ...now, selectedShippingOption: option } : now);
    if (!cartToken) syncCart(now);
    tried.current = null;
  };
  const read = useCallback(() => (cartToken ? checkoutCalls.cartOf(cartToken) : loadCart()), [cartToken]);

  useEffect(() => {
    let gone = false;
    read().then(
      (found) => {
        if (gone) return;
        newest.current = found;
        setCart(found);
        setStep('ready');
        // Loaded anew after the payment: the order is what there is to see.
        if (!cartToken && found.entries.length === 0)
          checkoutCalls.orderOfCart().then(
            ({ orderPage }) => orderPage && goTo(apiUrl(orderPage)),
            () => undefined,
          );
      },
      (thrown: unknown) => {
        if (gone) return;
        setAlert(purchaseMessage(failureOf(thrown)));
        setStep('ready');
      },
    );
    return () => {
      gone = true;
    };
  }, [read, cartToken]);

  /** Asks the server something about the cart; what it answers replaces the totals. */
  async function change(act: () => Promise<unknown>, takeBack?: () => void) {
    setAlert(null);
    setBefore(null);
    const turn = last.current.then(act);
    last.current = turn.catch(() => undefined);
    try {
      const now = cartIn(await turn);
      // An answer about another cart is ignored: a subscription has a cart of its own.
      if (now && now.id === cart?.id) take(now);
      return newest.current;
    } catch (thrown) {
      takeBack?.();
      setAlert(purchaseMessage(failureOf(thrown)));
      return null;
    }
  }

  /** The choice stands at once; the server's answer brings the totals, and its refusal the choice before. */
  function chooseShipping(id: string) {
    const select = (option: Cart['selectedShippingOption'] | undefined) =>
      setCart((now) => now && { ...now, selectedShippingOption: option ?? null });
    const before = cart?.selectedShippingOption;
    select(cart?.shippingOptions.find((option) => option.id === id));
    chosen.current = id;
    const answered = () => {
      if (chosen.current === id) chosen.current = null;
    };
    return change(
      () => cartCalls.chooseShipping(id, cartToken).finally(answered),
      () => {
        if (chosen.current === null) select(before);
      },
    );
  }

  /** The tax may change with the number: the server says what it comes to now. */
  function giveVatId(vatId: string) {
    return change(() =>
      cartCalls.setVatId(vatId, cartToken).catch((thrown: unknown) => {
        setErrors((now) => ({ ...now, ...detailTexts(failureOf(thrown).body.codes) }));
        throw thrown;
      }),
    );
  }

  function check({ email, location, buyer, window: when, forms }: CheckoutFields): boolean {
    const found: CheckoutErrors = {};
    const wrong = emailProblem(email);
    if (wrong) found.email = wrong === 'blank' ? fieldProblemText('required') : fieldProblemText('email-invalid');
    if (!cart) return false;
    const settings = pageData().storeSettings.checkout;
    const asked = askedOf(cart, settings);
    Object.assign(found, buyerErrors(buyer, asked));
    if (asked.address && forms.shipping) Object.assign(found, addressErrors(location, forms.shipping));
    if (buyer.billing && forms.billing)
      Object.assign(found, addressErrors(buyer.billing.address, forms.billing, 'billing.'));
    if (settings?.terms && !buyer.termsDigest) found.terms = detailText('terms-missing');
    if (cart.requiresShipping) {
      if (cart.selectedShippingOption?.asksWindow && !when) found.window = detailText('window-missing');
      const missing = !cart.selectedShippingOption && Object.keys(found).length === Number(!!found.email);
      if (missing) found.shipping = problemText({ code: 'shipping-option-missing' });
    }
    mark(found);
    return Object.keys(found).length === 0;
  }

  async function buy(fields: CheckoutFields, payment: PaymentStep | null) {
    if (step !== 'ready' || !cart) return;
    setAlert(null);
    if (!check(fields)) return;
    if (!payment) return setAlert(text('checkoutPaymentUnavailable'));
    setStep('paying');
    const shown = cart.grandTotalCents;
    await last.current;
    const { grandTotalCents: totalCents, digest: cartDigest = null } = newest.current ?? cart;
    if (totalCents !== shown) {
      setBefore(shown);
      setAlert(totalChangeText({ shown, total: totalCents, changes: [] }));
      setStep('ready');
      return;
    }
    const method = payment.method ?? null;
    if (tried.current?.method !== method) tried.current = null;
    const made = tried.current ?? (await payment.token());
    if ('message' in made) {
      setAlert(made.message);
      setStep('ready');
      return;
    }
    tried.current ??= { key: crypto.randomUUID(), token: made.token, method };
    const { key, token: paymentToken } = tried.current;
    const checkout: Checkout = {
      email: fields.email.trim(),
      paymentToken,
      acceptPrices: acceptsPrices.current,
      buyer: fields.buyer,
      totalCents,
      cartDigest,
      language: document.documentElement.lang,
    };
    if (method) checkout.paymentMethod = method;
    if (cartToken) checkout.cartToken = cartToken;
    if (cart.requiresShipping) {
      checkout.shippingOptionId = cart.selectedShippingOption?.id ?? null;
      checkout.window = fields.window;
    }
    if (askedOf(cart).address || asksPlaceOfTax(cart)) checkout.shippingLocation = fields.location;
    try {
      const order = await purchase(checkout, key, payment);
      keepReceipt({ order, email: checkout.email ?? '' });
      // Whoever listens is told of the order, not of what opens its page.
      tell('loggia:order', { ...order, orderPage: undefined });
      setStep('leaving');
      goTo(`${paths.confirmed}?order=${encodeURIComponent(order.id)}`);
    } catch (thrown) {
      if (thrown instanceof PaymentStopped) {
        if (thrown.page) return goTo(thrown.page);
        tried.current = null;
        setAlert(thrown.message);
        setStep('ready');
        return;
      }
      const failure = failureOf(thrown);
      // An answer settles the attempt: the next one is another purchase.
      if (failure.kind === 'http' && failure.body.code !== 'payment-unanswered') tried.current = null;
      const ofPlace = PLACES[String(failure.body.code)];
      mark({
        ...failure.errors,
        ...detailTexts(failure.body.codes),
        ...(ofPlace ? { [ofPlace]: purchaseMessage(failure) } : {}),
      });
      setAlert(purchaseMessage(failure));
      const changes = totalChangeOf(failure);
      if (failure.body.code === 'price-changed' || changes) {
        // What was typed last may be what changes the total.
        const asked = checkout.shippingLocation ? cartCalls.shipTo(fields.location, cartToken) : null;
        await asked?.catch(() => null);
        const now = await read().catch(() => null);
        if (now) {
          newest.current = now;
          setCart(now);
          acceptsPrices.current ||= failure.body.code === 'price-changed';
          const total = now.grandTotalCents;
          setBefore(shown === total ? null : shown);
          setAlert(
            changes
              ? totalChangeText({ shown, total, changes })
              : text('checkoutPriceChanged', { total: money(total) }),
          );
        }
      }
      setStep('ready');
    }
  }

  return {
    cart,
    before,
    step,
    alert,
    errors,
    attempt,
    buy,
    shipTo: (location: ShippingLocation) => change(() => cartCalls.shipTo(location, cartToken)),
    chooseShipping,
    giveVatId,
    addCoupon: (code: string) => change(() => cartCalls.addCoupon(code)),
    forget: (name: string) => setErrors(({ [name]: _, ...rest }) => rest),
  };
}
