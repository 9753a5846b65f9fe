import { type ReactNode, useEffect, useRef, useState } from 'react';
import { checkoutCalls } from '../client/checkout.ts';
import type { Buyer, Cart, DeliveryWindow, ShippingLocation } from '../contract/types.ts';
import { money, pageData } from '../pageData.ts';
import { type ExpressAddress, type ExpressEvents, loadStripe, type StripeElements } from '../platform/stripe.ts';
import { EXPRESS_TEXTS } from '../text/catalogue/express.ts';
import { detailText } from '../text/detail.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Checkout.module.css';
import { askedOf, asksPlaceOfTax, isCollected, NOWHERE } from './details.ts';
import type { PaymentStep } from './payment.ts';
import { stepOf } from './StripeFields.tsx';

addTexts(EXPRESS_TEXTS);

export type ExpressOrder = {
  email: string;
  location: ShippingLocation;
  buyer: Buyer;
  window: DeliveryWindow | null;
};
/** A day and a time, and the way of delivery for which they were chosen. */
export type ChosenWindow = { option: string; window: DeliveryWindow };
export type Props = {
  cart: Cart;
  /** Who buys, as far as the form says: what a wallet does not ask for is kept. */
  buyer: Buyer;
  /** When it comes or is collected, if that was chosen in the form. */
  chosen: ChosenWindow | null;
  /** The terms to agree to, where the shop has some, with what is wrong. */
  terms: ((error: string | undefined) => ReactNode) | null;
  /** Both answer the cart as the server has it then, or nothing when it refused. */
  shipTo: (location: ShippingLocation) => Promise<Cart | null>;
  chooseShipping: (id: string) => Promise<Cart | null>;
  /** Buys for the total of the cart as it was answered last. */
  buy: (order: ExpressOrder, payment: PaymentStep) => Promise<unknown>;
};

/** An amount in the smallest unit that the currency has. */
const units = (cents: number) => (pageData().currency.fractionDigits === 0 ? Math.round(cents / 100) : cents);

/** Whether a way of delivery can be offered: all of its questions are answered. */
const isAnswered = ({ id, asksWindow }: Cart['shippingOptions'][number], chosen: ChosenWindow | null) =>
  !asksWindow || chosen?.option === id;

/** The ways of delivery that a wallet can offer, the chosen one first: it takes the first one for chosen. */
const ratesOf = ({ shippingOptions, selectedShippingOption: selected }: Cart, chosen: ChosenWindow | null) =>
  shippingOptions
    .filter((option) => isAnswered(option, chosen))
    .sort((one, other) => Number(other.id === selected?.id) - Number(one.id === selected?.id))
    .map(({ id, name, costCents }) => ({ id, displayName: name, amount: units(costCents) }));

/** Whether the cart can be bought by a wallet at all; what its shop asks beside that is asked above the buttons and in the form. */
const isOffered = (cart: Cart): boolean =>
  cart.grandTotalCents > 0 &&
  !cart.taxPending &&
  (!asksPlaceOfTax(cart) || Boolean(cart.shippingLocation)) &&
  (!cart.requiresShipping || cart.shippingOptions.length > 0);

/** Whether it is collected, and the form has settled that: the wallet asks for no address then, and offers no other way. */
const isFetched = (cart: Cart, chosen: ChosenWindow | null): boolean =>
  isCollected(cart) &&
  (chosen?.option === cart.selectedShippingOption?.id || cart.shippingOptions.every(({ pickup }) => pickup));

const placeOf = ({ line1, line2, city, state, country, postal_code }: ExpressAddress): ShippingLocation => ({
  ...NOWHERE,
  country,
  region: state ?? '',
  city: city ?? '',
  postalCode: postal_code ?? '',
  line1: line1 ?? '',
  line2: line2 ?? '',
});

/**
 * The buttons of wallets (Apple Pay, Google Pay, Link) above the form. Where it goes, how, and what that comes to is the server's
 * word at each step, and what the wallet shows is what is taken: the purchase says it, as every purchase does.
 */
export default function Express(props: Props) {
  const { cart } = props;
  const section = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<StripeElements | null>(null);
  const latest = useRef(props);
  const [key, setKey] = useState('');
  const [isThere, setThere] = useState(false);
  const [alert, setAlert] = useState('');
  const [offered, setOffered] = useState(false);
  // A wallet was pressed before the terms were agreed to.
  const [isRefused, setRefused] = useState(false);
  const lacksTerms = isRefused && !props.buyer.termsDigest;
  // Once there the buttons stay: while a wallet is open, a place where nothing is delivered to is no reason to take them away.
  if (!offered && isOffered(cart)) setOffered(true);

  useEffect(() => {
    latest.current = props;
    opened.current?.update({ amount: units(props.cart.grandTotalCents) });
  });

  useEffect(() => {
    if (lacksTerms) section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [lacksTerms]);

  useEffect(() => {
    let here = true;
    checkoutCalls.paymentSettings().then(
      ({ provider, publishableKey }) => here && provider === 'stripe' && setKey(publishableKey ?? ''),
      () => undefined, // the form says it
    );
    return () => {
      here = false;
    };
  }, []);

  useEffect(() => {
    if (!key || !offered) return;
    let gone = false;
    let field: { destroy: () => void } | undefined;
    /** What the wallet shows: as it stands there it is agreed to. */
    let shown = { total: -1, option: undefined as string | undefined };
    const show = (now: Cart) => {
      shown = { total: now.grandTotalCents, option: now.selectedShippingOption?.id };
      opened.current?.update({ amount: units(now.grandTotalCents) });
      return { shippingRates: ratesOf(now, latest.current.chosen) };
    };
    /** The cart at a place, with a way of delivery that a wallet can offer; nothing when there is none. */
    const at = async (location: ShippingLocation): Promise<Cart | null> => {
      const now = await latest.current.shipTo(location);
      const first = now && ratesOf(now, latest.current.chosen)[0];
      if (!now || !first || now.taxPending) return null;
      return now.selectedShippingOption?.id === first.id ? now : latest.current.chooseShipping(first.id);
    };
    const on: ExpressEvents = {
      ready: ({ availablePaymentMethods }) => setThere(Boolean(availablePaymentMethods)),
      click: ({ resolve }) => {
        const { cart: now, chosen, terms, buyer } = latest.current;
        setAlert('');
        // Nothing opens of a cart that is none for a wallet by now.
        if (!isOffered(now)) return;
        // Nor before that is answered which no wallet asks.
        setRefused(Boolean(terms));
        if (terms && !buyer.termsDigest) return;
        const { shippingRates } = show(now);
        const fetched = isFetched(now, chosen);
        if (now.requiresShipping && shippingRates.length === 0) return setAlert(detailText('window-missing'));
        const asked = askedOf(now, pageData().storeSettings.checkout);
        const ships =
          now.requiresShipping && !fetched
            ? { shippingAddressRequired: true, shippingRates }
            : { shippingAddressRequired: false };
        resolve({
          emailRequired: true,
          phoneNumberRequired: asked.phone,
          // Who collects it is the one who pays; where the tax is that of the buyer's country, this tells it.
          billingAddressRequired: asked.billing || fetched || now.asksCountry === true,
          ...ships,
        });
      },
      shippingaddresschange: async ({ address, resolve, reject }) => {
        const now = await at(placeOf(address));
        if (now) resolve(show(now));
        else reject();
      },
      shippingratechange: async ({ shippingRate, resolve, reject }) => {
        const now = await latest.current.chooseShipping(shippingRate.id);
        if (now?.selectedShippingOption?.id === shippingRate.id) resolve(show(now));
        else reject();
      },
      confirm: async ({ billingDetails, shippingAddress, paymentFailed }) => {
        const elements = opened.current;
        if (!elements) return;
        const agreed = shown;
        const { cart: first, chosen, buyer: typed } = latest.current;
        const payer = billingDetails?.address;
        const asked = askedOf(first, pageData().storeSettings.checkout);
        let location = first.shippingLocation ?? NOWHERE;
        let now: Cart | null = first;
        // Street and house, or whose country's tax it is, are known only now: they may not change what was agreed to.
        if (first.requiresShipping && !isFetched(first, chosen)) {
          location = placeOf(shippingAddress?.address ?? { country: '' });
          now = await latest.current.shipTo(location);
        } else if (first.asksCountry && payer) {
          location = placeOf(payer);
          now = await latest.current.shipTo(location);
        }
        const option = now?.selectedShippingOption;
        if (!now || now.taxPending || now.grandTotalCents !== agreed.total || option?.id !== agreed.option) {
          if (now) setAlert(text('checkoutPriceChanged', { total: money(now.grandTotalCents) }));
          return paymentFailed({ reason: shippingAddress ? 'invalid_shipping_address' : 'invalid_billing_address' });
        }
        const buyer: Buyer = {
          ...typed,
          name: shippingAddress?.name || billingDetails?.name || typed.name,
          phone: billingDetails?.phone || typed.phone,
          vatId: now.vatId ?? '',
          billing:
            asked.billing && payer
              ? { name: billingDetails?.name ?? '', company: '', address: placeOf(payer) }
              : (typed.billing ?? null),
        };
        const window = option?.asksWindow && chosen?.option === option.id ? chosen.window : null;
        const step = stepOf({ stripe, elements });
        let isAsked = false;
        const token = () => {
          isAsked = true;
          return step.token();
        };
        await latest.current.buy({ email: billingDetails?.email ?? '', location, buyer, window }, { ...step, token });
        // Something was found wrong before the wallet was asked; the form says what.
        if (!isAsked) paymentFailed({ reason: 'fail' });
      },
    };
    let stripe: Awaited<ReturnType<typeof loadStripe>>;
    loadStripe(key).then(
      (loaded) => {
        if (gone || !place.current) return;
        stripe = loaded;
        const { cart: now } = latest.current;
        opened.current = stripe.elements({
          mode: 'payment',
          amount: units(now.grandTotalCents),
          currency: now.currency.toLowerCase(),
        });
        const buttons = opened.current.create('expressCheckout');
        for (const name of Object.keys(on) as (keyof ExpressEvents)[]) buttons.on(name, on[name]);
        buttons.mount(place.current);
        field = buttons;
      },
      () => undefined, // the form says it
    );
    return () => {
      gone = true;
      opened.current = null;
      setThere(false);
      field?.destroy();
    };
  }, [key, offered]);

  return (
    <section
      ref={section}
      className={isThere ? styles.part : undefined}
      aria-label={isThere ? text('checkoutExpress') : undefined}
    >
      {isThere ? <h2>{text('checkoutExpress')}</h2> : null}
      {isThere && props.terms ? props.terms(lacksTerms ? detailText('terms-missing') : undefined) : null}
      <div ref={place} data-payment="express" />
      {alert ? (
        <p role="alert" className={styles.alert}>
          {alert}
        </p>
      ) : null}
      {isThere ? <p className={styles.hint}>{text('checkoutExpressOr')}</p> : null}
    </section>
  );
}
