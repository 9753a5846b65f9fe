/** Where Stripe's script lives. It is loaded only when the owner's payment provider is Stripe, and only on a checkout. */
export const STRIPE_SCRIPT = 'https://js.stripe.com/v3/';

type Fault = { message?: string };
/** An address as a wallet knows it; before the shopper has agreed without street and house. */
export type ExpressAddress = {
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  state?: string | null;
  country: string;
  postal_code?: string | null;
};
type Rates = { shippingRates?: { id: string; displayName: string; amount: number }[] };
type Answer = { resolve: (answer?: Rates) => void; reject: () => void };
/** What the buttons of wallets tell, as far as we use it. */
export type ExpressEvents = {
  ready: (event: { availablePaymentMethods?: object | null }) => void;
  click: (event: {
    resolve: (
      asks: Rates & {
        emailRequired: boolean;
        phoneNumberRequired: boolean;
        shippingAddressRequired: boolean;
        billingAddressRequired: boolean;
      },
    ) => void;
  }) => void;
  shippingaddresschange: (event: Answer & { address: ExpressAddress }) => Promise<void>;
  shippingratechange: (event: Answer & { shippingRate: { id: string } }) => Promise<void>;
  confirm: (event: {
    billingDetails?: {
      name?: string | null;
      email?: string | null;
      phone?: string | null;
      address?: ExpressAddress | null;
    };
    shippingAddress?: { name?: string | null; address: ExpressAddress };
    paymentFailed: (why: { reason: 'fail' | 'invalid_shipping_address' | 'invalid_billing_address' }) => void;
  }) => Promise<void>;
};
type Placed = { mount: (el: HTMLElement) => void; destroy: () => void };
/** What we use of its fields. */
export type StripeElements = {
  submit: () => Promise<{ error?: Fault }>;
  create(kind: 'payment'): Placed;
  create(
    kind: 'expressCheckout',
  ): Placed & { on: <Name extends keyof ExpressEvents>(name: Name, act: ExpressEvents[Name]) => void };
  update: (options: { amount: number }) => void;
};
/** What we use of the script. */
export type StripeScript = {
  elements: (options: Record<string, unknown>) => StripeElements;
  createConfirmationToken: (options: {
    elements: StripeElements;
  }) => Promise<{ confirmationToken?: { id: string }; error?: Fault }>;
  handleNextAction: (options: { clientSecret: string }) => Promise<{ error?: Fault }>;
};
type StripeGlobal = (publishableKey: string) => StripeScript;

const stripeGlobal = () => (window as unknown as { Stripe?: StripeGlobal }).Stripe;
let loading: Promise<StripeGlobal> | undefined;

/** Stripe's script, once a page. */
export async function loadStripe(publishableKey: string): Promise<StripeScript> {
  loading ??= new Promise<StripeGlobal>((resolve, reject) => {
    const known = stripeGlobal();
    if (known) return resolve(known);
    const script = document.createElement('script');
    script.src = STRIPE_SCRIPT;
    script.async = true;
    const failed = () => {
      loading = undefined;
      script.remove();
      reject(new Error('The payment script did not load.'));
    };
    script.onload = () => {
      const loaded = stripeGlobal();
      if (loaded) resolve(loaded);
      else failed();
    };
    script.onerror = failed;
    document.head.append(script);
  });
  return (await loading)(publishableKey);
}
