/**
 * Brings to life what the build keeps inert in a page (`generator/src/render/consent`): `data-held` says what it is for, and
 * each `data-held-x` is the attribute `x`.
 */

const HELD = 'data-held';
/** What only acts when it comes into the page: made anew. Everything else acts when an attribute changes. */
const MADE_ANEW = /^(script|style|iframe|frame|object|embed)$/;

/** The attributes that an element is to have. */
function* attributes(el: Element): Generator<[name: string, value: string]> {
  for (const { name, value } of [...el.attributes]) {
    if (name === HELD) continue;
    if (name.startsWith(`${HELD}-`)) yield [name.slice(HELD.length + 1), value];
    // What stands in a frame until then is ours.
    else if (!el.hasAttribute(`${HELD}-${name}`) && !(name === 'srcdoc' && el.localName === 'iframe'))
      yield [name, value];
  }
}

/** Brings one element to life; done when what follows may rely on it. */
export async function revive(el: Element): Promise<void> {
  if (!MADE_ANEW.test(el.localName)) {
    const wanted = [...attributes(el)];
    for (const { name } of [...el.attributes]) if (name.startsWith(HELD)) el.removeAttribute(name);
    for (const [name, value] of wanted) el.setAttribute(name, value);
    return;
  }
  const fresh = document.createElementNS(el.namespaceURI, el.localName);
  for (const [name, value] of attributes(el)) fresh.setAttribute(name, value);
  fresh.textContent = el.textContent;
  const isOrdered = el.localName === 'script' && fresh.hasAttribute('src') && !fresh.hasAttribute('async');
  if (isOrdered) (fresh as HTMLScriptElement).async = false;
  const loaded = new Promise((done) => {
    for (const event of ['load', 'error']) fresh.addEventListener(event, done, { once: true });
  });
  el.replaceWith(fresh);
  // A script may call what the one before it brought.
  if (isOrdered && fresh.isConnected) await loaded;
}

/** Everything that waits, in the order of the page; what stands in templates as well. */
function* held(root: ParentNode): Generator<Element> {
  for (const el of root.querySelectorAll(`[${HELD}], template`)) {
    if (el instanceof HTMLTemplateElement) yield* held(el.content);
    else yield el;
  }
}

/** Brings to life what waits for a category that was agreed to. */
export async function reviveAll(isAllowed: (category: string) => boolean): Promise<void> {
  const waiting = [...held(document)].filter((el) => isAllowed(el.getAttribute(HELD) ?? ''));
  for (const el of waiting) await revive(el);
}

/** What a page asks for. */
export const categoriesHeld = (): Set<string> => new Set([...held(document)].map((el) => el.getAttribute(HELD) ?? ''));

/** Whether a tag of Google waits, by its loader or by a call of it. */
export const holdsGoogle = (): boolean =>
  [...held(document)].some((el) => el.localName === 'script' && /googletagmanager\.com|\bgtag\(/.test(el.outerHTML));

/** In a frame that waits, the button that loads this one alone. */
export function offerEach(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>(`iframe[${HELD}]`)) {
    const offer = () => {
      const button = frame.contentDocument?.querySelector('button');
      if (!button) return;
      button.hidden = false;
      button.onclick = () => {
        void revive(frame);
      };
    };
    frame.addEventListener('load', offer);
    offer();
  }
}
