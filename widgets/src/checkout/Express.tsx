import { useEffect, useRef, useState } from 'react';
import { checkoutCalls } from '../client/checkout.ts';
import type { Buyer, Cart, ShippingLocation } from '../contract/types.ts';
import { money, pageData } from '../pageData.ts';
import { type ExpressAddress, type ExpressEvents, loadStripe, type StripeElements } from '../platform/stripe.ts';
import { EXPRESS_TEXTS } from '../text/catalogue/express.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Checkout.module.css';
import { askedOf, asksPlaceOfTax, NOBODY, NOWHERE } from './details.ts';
import type { PaymentStep } from './payment.ts';
import { stepOf } from './StripeFields.tsx';

addTexts(EXPRESS_TEXTS);

export type ExpressOrder = { email: string; location: ShippingLocation; buyer: Buyer };
export type Props = {
  cart: Cart;
  /** Both answer the cart as the server has it then, or nothing when it refused. */
  shipTo: (location: ShippingLocation) => Promise<Cart | null>;
  chooseShipping: (id: string) => Promise<Cart | null>;
  /** Buys for the total of the cart as it was answered last. */
  buy: (order: ExpressOrder, payment: PaymentStep) => Promise<unknown>;
};

/** An amount in the smallest unit that the currency has. */
const units = (cents: number) => (pageData().currency.fractionDigits === 0 ? Math.round(cents / 100) : cents);

/** The ways of delivery that a wallet can offer, the chosen one first: it takes the first one for chosen. */
const ratesOf = ({ shippingOptions, selectedShippingOption: chosen }: Cart) =>
  shippingOptions
    .filter(({ asksWindow }) => !asksWindow)
    .sort((one, other) => Number(other.id === chosen?.id) - Number(one.id === chosen?.id))
    .map(({ id, name, costCents }) => ({ id, displayName: name, amount: units(costCents) }));

/** Whether all that this cart needs is what a wallet knows: no terms to agree to, no place of tax, no day and time. */
const isOffered = (cart: Cart): boolean =>
  cart.grandTotalCents > 0 &&
  !cart.taxPending &&
  !pageData().storeSettings.checkout?.terms &&
  !asksPlaceOfTax(cart) &&
  !askedOf(cart, pageData().storeSettings.checkout).billing &&
  (!cart.requiresShipping || ratesOf(cart).length > 0);

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
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<StripeElements | null>(null);
  const latest = useRef(props);
  const [key, setKey] = useState('');
  const [isThere, setThere] = useState(false);
  const [alert, setAlert] = useState('');
  const [offered, setOffered] = useState(false);
  // Once there the buttons stay: while a wallet is open, a place where nothing is delivered to is no reason to take them away.
  if (!offered && isOffered(cart)) setOffered(true);

  useEffect(() => {
    latest.current = props;
    opened.current?.update({ amount: units(props.cart.grandTotalCents) });
  });

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
      return { shippingRates: ratesOf(now) };
    };
    /** The cart at a place, with a way of delivery that a wallet can offer; nothing when there is none. */
    const at = async (location: ShippingLocation): Promise<Cart | null> => {
      const now = await latest.current.shipTo(location);
      const first = now && ratesOf(now)[0];
      if (!now || !first || now.taxPending) return null;
      return now.selectedShippingOption?.id === first.id ? now : latest.current.chooseShipping(first.id);
    };
    const on: ExpressEvents = {
      ready: ({ availablePaymentMethods }) => setThere(Boolean(availablePaymentMethods)),
      click: ({ resolve }) => {
        const { cart: now } = latest.current;
        setAlert('');
        // Nothing opens of a cart that is none for a wallet by now.
        if (!isOffered(now)) return;
        const { shippingRates } = show(now);
        const asked = askedOf(now, pageData().storeSettings.checkout);
        const ships = now.requiresShipping
          ? { shippingAddressRequired: true, shippingRates }
          : { shippingAddressRequired: false };
        resolve({ emailRequired: true, phoneNumberRequired: asked.phone, ...ships });
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
        let location = NOWHERE;
        let now: Cart | null = latest.current.cart;
        if (now.requiresShipping) {
          // Street and house are known only now: they may not change what was agreed to.
          location = placeOf(shippingAddress?.address ?? { country: '' });
          now = await latest.current.shipTo(location);
        }
        if (now?.grandTotalCents !== agreed.total || now.selectedShippingOption?.id !== agreed.option) {
          if (now) setAlert(text('checkoutPriceChanged', { total: money(now.grandTotalCents) }));
          return paymentFailed({ reason: 'invalid_shipping_address' });
        }
        const buyer = {
          ...NOBODY,
          name: shippingAddress?.name || billingDetails?.name || '',
          phone: billingDetails?.phone ?? '',
          vatId: now.vatId ?? '',
        };
        const step = stepOf({ stripe, elements });
        let isAsked = false;
        const token = () => {
          isAsked = true;
          return step.token();
        };
        await latest.current.buy({ email: billingDetails?.email ?? '', location, buyer }, { ...step, token });
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
    <section className={isThere ? styles.part : undefined} aria-label={isThere ? text('checkoutExpress') : undefined}>
      {isThere ? <h2>{text('checkoutExpress')}</h2> : null}
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
