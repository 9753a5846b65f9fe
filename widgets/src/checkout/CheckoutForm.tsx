import {
  type ComponentType,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { AddressForm, BillingAddress, Buyer, Cart, ShippingLocation } from '../contract/types.ts';
import { countryOf } from '../domain/country.ts';
import { money, pageData } from '../pageData.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { problemText } from '../text/problem.ts';
import { addTexts, locale, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { AddressFields } from './AddressFields.tsx';
import { InvoiceFields, NoteField, PhoneField, RecipientFields } from './BuyerFields.tsx';
import styles from './Checkout.module.css';
import type { Props as ChoicesProps } from './Choices.tsx';
import { Delivery } from './Delivery.tsx';
import { askedOf, asksPlaceOfTax, NOBODY, NOWHERE } from './details.ts';
import type { ChosenWindow, Props as ExpressProps } from './Express.tsx';
import { PaymentPart } from './PaymentPart.tsx';
import type { PaymentStep } from './payment.ts';
import { Summary } from './Summary.tsx';
import { useCheckout } from './useCheckout.ts';

addTexts({ ...CART_TEXTS, ...FORMS_TEXTS, ...CHECKOUT_TEXTS });

// What few shops ask comes with those that do. Without it nothing is bought there, so it is said.
const Choices = lazy<ComponentType<ChoicesProps>>(() =>
  import('./Choices.tsx').catch(() => ({ default: () => <p role="alert">{text('unknownErrorText')}</p> })),
);

// Without the buttons of wallets there is the form.
const Express = lazy<ComponentType<ExpressProps>>(() => import('./Express.tsx').catch(() => ({ default: () => null })));

type Props = {
  /** A subscription's cart, or one that the shop made for its buyer; the cookie's cart without one. */
  cartToken?: string | null;
  title: string;
  /** What stands when there is nothing to pay for. */
  empty: ReactNode;
  /** What stands above the form. */
  above?: (cart: Cart) => ReactNode;
};

/** E-mail, address and delivery when something is shipped, payment, totals (W-093). */
export function CheckoutForm({ cartToken = null, title, empty, above }: Props) {
  const { cart, before, step, alert, errors, attempt, buy, shipTo, chooseShipping, giveVatId, forget } =
    useCheckout(cartToken);
  // Until something else is typed it is what the shop knows of its buyer.
  const [typedEmail, setEmail] = useState<string | null>(null);
  const [typed, setTyped] = useState<Partial<ShippingLocation>>({});
  const [typedBuyer, setBuyer] = useState<Partial<Buyer>>({});
  // Until another number is typed it is the cart's.
  const [typedVatId, setVatId] = useState<string | null>(null);
  const [when, setWhen] = useState<ChosenWindow | null>(null);
  const [isOther, setOther] = useState(false);
  const [billing, setBilling] = useState<BillingAddress>({ name: '', company: '', address: NOWHERE });
  const forms = useRef<{ shipping?: AddressForm; billing?: AddressForm }>({});
  const takeForm = useCallback((form: AddressForm) => {
    forms.current.shipping = form;
  }, []);
  const takeBillingForm = useCallback((form: AddressForm) => {
    forms.current.billing = form;
  }, []);
  const payment = useRef<PaymentStep | null>(null);
  const takePayment = useCallback((ready: PaymentStep | null) => {
    payment.current = ready;
  }, []);
  const root = useRef<HTMLFormElement>(null);
  const lastPlace = useRef('');
  const lastVatId = useRef<string | null>(null);
  const { currency, storeSettings } = pageData();
  const least = storeSettings.minimumOrderSubtotalCents;
  const location: ShippingLocation = {
    ...NOWHERE,
    ...cart?.shippingLocation,
    ...typed,
    country: typed.country ?? (cart?.shippingLocation?.country || countryOf(currency.locale || locale())),
  };

  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);

  // Delivery is asked about as soon as the country is known, and again when the address changes it.
  const settled = () => {
    const { country, region, city, postalCode } = location;
    const now = [country, region, city, postalCode].join('|');
    if (lastPlace.current === now) return;
    lastPlace.current = now;
    void shipTo(location);
  };
  const needsOptions = step === 'ready' && (cart?.requiresShipping || cart?.asksCountry) && !cart.shippingLocation;
  const payer = { ...billing, address: { ...billing.address, country: billing.address.country || location.country } };
  useEffect(() => {
    if (needsOptions) settled();
  });

  // A country is asked about as it is chosen, not when its field is left; of those that keys pass on the way only the last.
  const settle = useRef(settled);
  useEffect(() => {
    settle.current = settled;
  });
  useEffect(() => {
    if (!typed.country) return;
    const timer = setTimeout(() => settle.current(), 300);
    return () => clearTimeout(timer);
  }, [typed.country]);

  if (step === 'loading' || !cart)
    return (
      <div className={styles.waiting}>
        <h1>{title}</h1>
        <p role="alert" className={styles.alert}>
          {alert ?? ''}
        </p>
        {step === 'loading' ? <p role="status">{text('checkoutLoading')}</p> : null}
      </div>
    );
  if (cart.entries.length === 0)
    return (
      <>
        <h1>{title}</h1>
        {empty}
      </>
    );

  const paying = step !== 'ready';
  const asked = askedOf(cart, storeSettings.checkout);
  const email = typedEmail ?? cart.agreed?.email ?? '';
  const buyer = { ...NOBODY, ...cart.agreed, ...typedBuyer, vatId: typedVatId ?? cart.vatId ?? '' };
  const option = cart.selectedShippingOption;
  // What was chosen for another way of delivery says nothing of this one.
  const chosen = when && when.option === option?.id ? when.window : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = isOther || asked.billing ? { ...buyer, billing: payer } : buyer;
    void buy({ email, location, buyer: whole, window: chosen, forms: forms.current }, payment.current);
  };
  const ofBuyer = {
    ...{ buyer, asked, errors },
    onChange: (change: Partial<Buyer>, field: string) => {
      if (field === 'vatId') setVatId(change.vatId ?? '');
      else setBuyer((now) => ({ ...now, ...change }));
      forget(field);
    },
  };
  const choice = (part: ChoicesProps['part'], parts = ofBuyer) => (
    <Suspense>
      <Choices
        {...{ ...parts, part, cartToken, chosen }}
        key={option?.id}
        option={option?.id ?? ''}
        onChoose={(next) => {
          setWhen(next && option ? { option: option.id, window: next } : null);
          if (next) forget('window');
        }}
      />
    </Suspense>
  );
  const settings = storeSettings.checkout;
  const place = {
    ...{ location, errors, onSettled: settled, onForm: takeForm },
    onChange: (name: keyof ShippingLocation, value: string) => {
      setTyped((now) => ({ ...now, [name]: value }));
      forget(name);
    },
  };

  return (
    <>
      <h1>{title}</h1>
      {above ? <div className={styles.above}>{above(cart)}</div> : null}
      {cart.subtotalCents < least && !cart.agreed ? (
        // Said before anything is filled in: a subscription comes here without its cart page (W-085).
        <p className={styles.alert}>{problemText({ code: 'subtotal-below-minimum', subtotal: money(least) })}</p>
      ) : null}
      {cartToken ? null : (
        <Suspense>
          <Express
            {...{ cart, shipTo, chooseShipping, chosen: when }}
            buyer={isOther ? { ...buyer, billing: payer } : buyer}
            terms={settings?.terms ? (terms) => choice('terms', { ...ofBuyer, errors: terms ? { terms } : {} }) : null}
            buy={(order, step) => buy({ ...order, forms: {} }, step)}
          />
        </Suspense>
      )}
      <form ref={root} noValidate className={styles.page} onSubmit={submit} aria-label={text('cartButtonText')}>
        <div className={styles.fields}>
          <fieldset className={styles.part}>
            <legend>{text('checkoutContact')}</legend>
            <Field label={text('checkoutEmail')} error={errors.email} requiredMark={text('formRequiredMark')}>
              {(parts) => (
                <input
                  {...parts}
                  type="email"
                  autoComplete="email"
                  aria-required="true"
                  value={email}
                  onChange={(event) => {
                    setEmail(event.target.value);
                    forget('email');
                  }}
                />
              )}
            </Field>
            <PhoneField {...ofBuyer} />
          </fieldset>
          {cart.requiresShipping ? (
            <>
              <fieldset className={styles.part}>
                <legend>{text('checkoutShipping')}</legend>
                <RecipientFields {...ofBuyer} />
                {asked.address ? <AddressFields {...place} /> : null}
              </fieldset>
              <fieldset className={styles.part}>
                <legend>{text('checkoutShippingOption')}</legend>
                {errors.shipping ? <p className={styles.alert}>{errors.shipping}</p> : null}
                {cart.shippingOptions.length === 0 ? (
                  <p className={styles.hint}>
                    {text(cart.shippingLocation ? 'checkoutNoShippingOption' : 'checkoutShippingLater')}
                  </p>
                ) : null}
                {cart.shippingOptions.map((option) => (
                  <label key={option.id} className={styles.option}>
                    <input
                      type="radio"
                      name="shipping-option"
                      value={option.id}
                      checked={cart.selectedShippingOption?.id === option.id}
                      onChange={() => {
                        forget('shipping');
                        setWhen(null);
                        void chooseShipping(option.id);
                      }}
                    />
                    <span>
                      {option.name}
                      <Delivery option={option} />
                    </span>
                    <span>{option.costCents === 0 ? text('checkoutFree') : money(option.costCents)}</span>
                  </label>
                ))}
                {option?.asksWindow ? choice('window') : null}
              </fieldset>
            </>
          ) : null}
          {asksPlaceOfTax(cart) ? (
            <fieldset className={styles.part}>
              <legend>{text('checkoutPlaceOfTax')}</legend>
              <AddressFields forTax={cart.asksPostalCode ? ['region', 'postalCode'] : ['region']} {...place} />
            </fieldset>
          ) : null}
          <InvoiceFields
            {...ofBuyer}
            hasCompany={cart.requiresShipping}
            billing={payer}
            isOther={isOther}
            state={cart.vatIdState ?? null}
            onVatId={(vatId) => {
              // Asked again only where another number is typed, or the register may answer by now.
              const isSame = vatId.trim() === (lastVatId.current ?? cart.vatId ?? '');
              if (isSame && cart.vatIdState !== 'unconfirmed') return;
              lastVatId.current = vatId.trim();
              void giveVatId(vatId);
            }}
            onOther={setOther}
            onForm={takeBillingForm}
            onBilling={(change, field) => {
              setBilling((now) => ({ ...now, ...change }));
              forget(field);
            }}
          />
          <div className={styles.part}>
            {settings?.giftMessage && cart.requiresShipping ? choice('gift') : null}
            <NoteField {...ofBuyer} />
          </div>
          <fieldset className={styles.part}>
            <legend>{text('checkoutPayment')}</legend>
            <PaymentPart cart={cart} keepsCard={cartToken !== null && !cart.agreed} onReady={takePayment} />
          </fieldset>
          {settings?.terms ? choice('terms') : null}
        </div>
        <div className={styles.side}>
          <Summary cart={cart} before={before} />
        </div>
        <div className={styles.end}>
          <p role="alert" className={styles.alert}>
            {alert ?? ''}
          </p>
          <Button type="submit" busy={paying} className={styles.pay}>
            {paying ? text('checkoutPaying') : text('checkoutPay', { total: money(cart.grandTotalCents) })}
          </Button>
        </div>
      </form>
    </>
  );
}
