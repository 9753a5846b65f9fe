/** Where Stripe's script lives. It is loaded only when the owner's payment provider is Stripe, and only on a checkout. */
export const STRIPE_SCRIPT = 'https://js.stripe.com/v3/';

type Fault = { message?: string };
/** What we use of its fields. */
export type StripeElements = {
  submit: () => Promise<{ error?: Fault }>;
  create: (kind: 'payment') => { mount: (el: HTMLElement) => void; destroy: () => void };
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
