import { CART_COOKIE, HAS_CART_COOKIE, SITE_USER_COOKIE } from '../contract/names.ts';

/**
 * When a widget's code is fetched.
 * `cart`: at idle when a cart exists, else at the first change of the cart (W-070); `product`: with the first widget of a product.
 */
export type When = 'load' | 'idle' | 'visible' | 'interaction' | 'product' | 'cart';
type Run = (held?: HTMLElement) => void;

/** What `state/cartStore.ts` says on `window` when there is a cart. Written here again: the entry imports nothing it could share. */
export const CART_EVENT = 'loggia:cart';

/** A cheap guess that never misses: the exact rule is `platform/cookies.ts`' `mayHaveCart`, asked by the widget itself. */
const CART_GUESS = new RegExp(`${HAS_CART_COOKIE}=true|${CART_COOKIE}=|${SITE_USER_COOKIE}=`);

// A finger enters too; `change` is for hands that set a control without touching it: autofill, voice control.
const INTENT = ['pointerenter', 'focusin', 'change'] as const;
const CONTROL = 'button,[role=button]:not(label),[type=submit],.sqs-video-overlay,.sqs-simple-like,figure img:not(a *)';

/** When the browser has nothing better to do. */
export function onIdle(run: Run) {
  if ('requestIdleCallback' in window) requestIdleCallback(() => run(), { timeout: 2000 });
  else setTimeout(run, 200);
}

function onVisible(el: Element, run: Run) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: '200px 0px' },
  );
  observer.observe(el);
}

/**
 * Runs on the first sign of intent. A press on a control that comes before the code is held back for the replay.
 * Answers how to stop listening.
 */
export function onInteraction(el: HTMLElement, run: Run): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  for (const type of INTENT) el.addEventListener(type, () => run(), { signal });
  const hold = (event: Event) => {
    const key = (event as KeyboardEvent).key;
    const control = (event.target as HTMLElement).closest<HTMLElement>(CONTROL);
    // The formatters write `div role=button`, which the browser does not press on Enter or Space.
    if (event.type === 'keydown' && ((key !== 'Enter' && key !== ' ') || control?.matches('button,input'))) return;
    if (!control && event.type !== 'submit') return;
    event.preventDefault();
    run(control ?? (event.target as HTMLElement));
  };
  for (const type of ['click', 'submit', 'keydown']) el.addEventListener(type, hold, { signal });
  return () => stop.abort();
}

/** Waits for the moment `when` names. `interaction` is watched apart, because every waiting widget wakes on a touch. */
export function waitFor(when: When, el: HTMLElement, run: Run): void {
  if (when === 'load') run();
  else if (when === 'idle' || (when === 'cart' && CART_GUESS.test(document.cookie))) onIdle(run);
  else if (when === 'visible') onVisible(el, run);
  else if (when === 'cart') window.addEventListener(CART_EVENT, () => run(), { once: true });
}
