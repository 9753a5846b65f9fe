import { axe } from 'jest-axe';
import { keepAnswer, readAnswer } from './answer.ts';
import { startConsent } from './start.ts';

const BANNER = `<template id="loggia-consent" data-version="ab12" data-months="6"><section role="dialog"
  aria-labelledby="loggia-consent-title" aria-describedby="loggia-consent-text" tabindex="-1"><p id="loggia-consent-title">T</p>
  <p id="loggia-consent-text">Text</p><fieldset id="loggia-consent-choices" aria-labelledby="loggia-consent-title" hidden>
  <label><input type="checkbox" checked disabled><span>Necessary</span></label>
  <label><input type="checkbox" name="statistics"><span>Statistics</span></label>
  <label><input type="checkbox" name="marketing"><span>Marketing</span></label><p data-signal hidden>Signal</p></fieldset>
  <div><button type="button" data-do="reject">Reject all</button><button type="button" data-do="accept">Accept all</button>
  <button type="button" data-do="choose" aria-expanded="false" aria-controls="loggia-consent-choices">Choose</button>
  <button type="button" data-do="save" hidden>Save</button><button type="button" data-do="close" hidden>Close</button></div>
  </section></template>`;
const HELD = `<a href="/privacy#cookie-settings">Settings</a>
  <script data-held="statistics" data-held-type="" type="text/plain">window.counted = (window.counted ?? 0) + 1</script>
  <iframe id="film" class="wide" data-held="marketing" data-held-src="https://films.example/1" data-held-sandbox="allow-scripts"
    srcdoc="ours" title="films.example"></iframe>
  <img id="pixel" data-held="marketing" data-held-src="https://pixel.example/p" alt="">
  <template id="later"><img data-held="statistics" data-held-src="https://pixel.example/q" alt=""></template>`;

type Told = { granted: boolean };
const told: Told[] = [];
const hear = (event: Event) => told.push((event as CustomEvent<Told>).detail);
const counted = () => (window as { counted?: number }).counted;
const shadow = () => [...document.body.children].find((el) => el.shadowRoot)?.shadowRoot;
const press = (name: string) => shadow()?.querySelector<HTMLElement>(`[data-do="${name}"]`)?.click();
const element = (id: string) => document.getElementById(id) as HTMLElement;
const settle = () => new Promise((done) => setTimeout(done));
const signal = (value: boolean | undefined) =>
  Object.defineProperty(navigator, 'globalPrivacyControl', { value, configurable: true });
const listen = document.addEventListener.bind(document);
/** A page that is opened; a reload opens it anew. */
let stop = new AbortController();
function open(html = HELD + BANNER) {
  stop.abort();
  stop = new AbortController();
  jest
    .spyOn(document, 'addEventListener')
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal: stop.signal }),
    );
  document.body.innerHTML = html;
  startConsent(() => open(html));
}

beforeEach(() => {
  window.addEventListener('loggia:consent', hear);
});
afterEach(() => {
  stop.abort();
  window.removeEventListener('loggia:consent', hear);
  told.length = 0;
  delete window.loggiaTold;
  delete (window as { counted?: number }).counted;
  signal(undefined);
  // biome-ignore lint/suspicious/noDocumentCookie: what a test kept
  document.cookie = 'loggia-consent=; path=/; max-age=0';
  history.replaceState(null, '', '/');
});

test('S-824 nothing lives before it is answered, and nothing is ticked', () => {
  open();
  expect(counted()).toBeUndefined();
  expect(element('film').getAttribute('src')).toBeNull();
  expect(element('pixel').getAttribute('src')).toBeNull();
  expect(told).toEqual([]);
  expect(document.cookie).not.toContain('loggia-consent');
  press('choose');
  const ticked = [...(shadow()?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])].map(({ checked }) => checked);
  expect(ticked).toEqual([false, false]);
});

test('S-824 to reject is kept, and not asked again', () => {
  open();
  press('reject');
  expect(shadow()).toBeUndefined();
  expect(document.cookie).toContain('loggia-consent=ab12-sm');
  open();
  expect(shadow()).toBeUndefined();
  expect(counted()).toBeUndefined();
  expect(told).toEqual([]);
});

test('S-824 what was agreed to lives, and no more', async () => {
  open();
  press('choose');
  const box = shadow()?.querySelector<HTMLInputElement>('[name="statistics"]');
  expect(shadow()?.activeElement).toBe(box);
  box?.click();
  press('save');
  await settle();
  expect(counted()).toBe(1);
  expect(element('film').getAttribute('src')).toBeNull();
  expect(told).toEqual([{ granted: true, statistics: true, marketing: false }]);
  const later = (element('later') as HTMLTemplateElement).content.querySelector('img');
  expect(later?.outerHTML).toBe('<img alt="" src="https://pixel.example/q">');
  expect(readAnswer('ab12')).toEqual({ statistics: true, marketing: false });
});

test('S-824 everything lives with all that it had, and says nothing of having waited', async () => {
  open();
  press('accept');
  await settle();
  expect(counted()).toBe(1);
  expect(element('film').outerHTML).toBe(
    '<iframe id="film" class="wide" src="https://films.example/1" sandbox="allow-scripts" title="films.example"></iframe>',
  );
  expect(element('pixel').outerHTML).toBe('<img id="pixel" alt="" src="https://pixel.example/p">');
});

test('S-824 what is taken back is quiet after the page began anew', async () => {
  open();
  press('accept');
  await settle();
  document.querySelector('a')?.click();
  expect(shadow()?.activeElement?.getAttribute('role')).toBe('dialog');
  shadow()?.querySelector<HTMLInputElement>('[name="statistics"]')?.click();
  press('save');
  await settle();
  expect(told.at(-1)).toEqual({ granted: false, statistics: false, marketing: true });
  // Once before: the page that began anew did not count.
  expect(counted()).toBe(1);
  expect(element('film').getAttribute('src')).toBe('https://films.example/1');
  expect(document.cookie).toContain('loggia-consent=ab12-sM');
});

test('S-824 another version of the question, and a category that was not asked, are asked again', () => {
  keepAnswer('other', { statistics: true, marketing: true }, 6);
  open();
  expect(shadow()).toBeDefined();
  expect(counted()).toBeUndefined();
  keepAnswer('ab12', { statistics: true }, 6);
  open();
  expect(shadow()).toBeDefined();
  expect(counted()).toBe(1);
});

test('S-824 whose browser asks not to be followed does not agree to that with all the rest', () => {
  signal(true);
  open();
  press('choose');
  expect(shadow()?.querySelector<HTMLElement>('[data-signal]')?.hidden).toBe(false);
  press('accept');
  expect(readAnswer('ab12')).toEqual({ statistics: true, marketing: false });
  open();
  document.querySelector('a')?.click();
  shadow()?.querySelector<HTMLInputElement>('[name="marketing"]')?.click();
  press('save');
  expect(readAnswer('ab12')).toEqual({ statistics: true, marketing: true });
});

test('S-824 the settings open by a link from elsewhere, and close by Escape as they are', () => {
  keepAnswer('ab12', { statistics: false, marketing: false }, 6);
  history.replaceState(null, '', '/#cookie-settings');
  open();
  expect(location.hash).toBe('');
  const dialog = shadow()?.querySelector('section');
  dialog?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(shadow()).toBeUndefined();
  expect(readAnswer('ab12')).toEqual({ statistics: false, marketing: false });
});

test('S-824 a page that asks for nothing does nothing', () => {
  open('<p>Nothing</p>');
  expect(shadow()).toBeUndefined();
});

test('S-825 axe finds nothing in the banner', async () => {
  open();
  press('choose');
  const inside = document.createElement('main');
  inside.innerHTML = shadow()?.querySelector('section')?.outerHTML ?? '';
  document.body.replaceChildren(inside);
  expect(await axe(document.body)).toHaveNoViolations();
});

/** What Google's tags were told, each as the command it was. */
function commands(): unknown[][] {
  const queue = (window as { dataLayer?: IArguments[] }).dataLayer ?? [];
  // Only such an object is a command to them.
  for (const one of queue) expect(Object.prototype.toString.call(one)).toBe('[object Arguments]');
  return queue.map((one) => [...one] as unknown[]);
}
const TAG = `<script data-held="statistics" data-held-type="" type="text/plain">
  window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments)} gtag('js', 1)</script>`;

test('S-517 a tag of Google knows what was agreed to before it runs, and is told what is agreed to later', async () => {
  delete (window as { dataLayer?: unknown }).dataLayer;
  open(TAG + HELD + BANNER);
  expect(commands()).toEqual([]);
  press('choose');
  shadow()?.querySelector<HTMLElement>('input[name="statistics"]')?.click();
  press('save');
  await settle();
  const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };
  const [first, second] = commands();
  expect(first).toEqual(['consent', 'default', expect.objectContaining({ ...denied, analytics_storage: 'granted' })]);
  expect(second).toEqual(['js', 1]);
  document.querySelector('a')?.click();
  press('accept');
  await settle();
  const granted = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' };
  expect(commands().at(-1)).toEqual(['consent', 'update', expect.objectContaining(granted)]);
});

test('S-517 a page without a tag of Google has nothing of it, nor one that was answered by no', async () => {
  delete (window as { dataLayer?: unknown }).dataLayer;
  open();
  press('accept');
  await settle();
  expect(window).not.toHaveProperty('dataLayer');
  // biome-ignore lint/suspicious/noDocumentCookie: as if it had not been answered
  document.cookie = 'loggia-consent=; path=/; max-age=0';
  open(TAG + BANNER);
  press('reject');
  await settle();
  expect(window).not.toHaveProperty('dataLayer');
});
