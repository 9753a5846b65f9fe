/** Below this window width a captcha is drawn compact (W-016). Pixels. */
export const CAPTCHA_COMPACT_BELOW = 320;

/** The key of the captcha that needs no third party: the browser works a moment. */
export const BUILT_IN_SITE_KEY = 'built-in';
/** The key of the fake captcha of tests and previews: a box to tick, whose token is `test-pass` (W-019). */
export const TEST_SITE_KEY = 'test';
export const TEST_TOKEN = 'test-pass';

export type CaptchaOptions = {
  siteKey: string;
  theme: 'light' | 'dark';
  size: 'compact' | 'normal';
  /** A token, or null when the old one no longer counts. */
  onToken: (token: string | null) => void;
};
/** A captcha that stands in a page. */
export type Captcha = { reset: () => void; destroy: () => void };

/** What the three providers have in common. */
type Provider = {
  render: (el: HTMLElement, options: Record<string, unknown>) => unknown;
  reset: (id: unknown) => void;
  remove?: (id: unknown) => void;
};
type Home = { global: 'turnstile' | 'hcaptcha' | 'grecaptcha'; src: string };

const HOMES: readonly (readonly [key: RegExp, home: Home])[] = [
  [/^[0-9a-f]{8}-/, { global: 'hcaptcha', src: 'https://js.hcaptcha.com/1/api.js?render=explicit' }],
  [/^6L/, { global: 'grecaptcha', src: 'https://www.google.com/recaptcha/api.js?render=explicit' }],
  [/./, { global: 'turnstile', src: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit' }],
];

/** Which provider a site key belongs to, by its shape. */
export const homeOf = (siteKey: string): Home | undefined => HOMES.find(([key]) => key.test(siteKey))?.[1];

const waitUntil = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 50));
};
const loading = new Map<string, Promise<void>>();

/** The provider's script, once a page and only when a captcha is rendered (W-015). */
function loadScript({ src, global }: Home): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.onload = () => resolve(waitUntil(() => providerAt(global)?.render !== undefined));
    script.onerror = () => {
      loading.delete(src);
      script.remove();
      reject(new Error(`The captcha script ${src} did not load.`));
    };
    document.head.append(script);
  });
  loading.set(src, loaded);
  return loaded;
}

const providerAt = (global: Home['global']): Provider | undefined =>
  (window as unknown as Record<string, Provider | undefined>)[global];

export const captchaSize = (width: number): CaptchaOptions['size'] =>
  width < CAPTCHA_COMPACT_BELOW ? 'compact' : 'normal';

/** Draws the captcha of the site's provider into an element. */
export async function renderCaptcha(el: HTMLElement, options: CaptchaOptions): Promise<Captcha> {
  const home = homeOf(options.siteKey);
  if (!home) throw new Error('A captcha needs a site key.');
  await loadScript(home);
  const provider = providerAt(home.global);
  if (!provider) throw new Error(`The captcha script of ${home.global} defines nothing.`);
  const gone = () => options.onToken(null);
  const id = provider.render(el, {
    sitekey: options.siteKey,
    theme: options.theme,
    size: options.size,
    callback: options.onToken,
    'expired-callback': gone,
    'error-callback': gone,
  });
  return {
    reset: () => provider.reset(id),
    destroy: () => {
      provider.remove?.(id);
      el.replaceChildren();
    },
  };
}
