/**
 * The islands loader: the only script a page with widgets loads at once. No React in here.
 *
 * A widget stands on an element with `data-widget="<name>"`, or on markup that the template formatters write
 * (`.sqs-add-to-cart-button-wrapper`, `.product-variants`, …). That markup is the first paint; it is enhanced in one
 * commit when its code has come, and stays usable when it never does. `data-widget-state` tells CSS and tests where it is:
 * waiting → loading → ready | static (nothing to add here) | failed.
 */
import { loadChunk } from './chunk.ts';
import type { Places } from './places.ts';
import { onInteraction, type When, waitFor } from './triggers.ts';

/** The part of `registry.ts` the loader asks for: the chunk that mounts, and the widgets' own. */
export type Registry = {
  loadMount: () => Promise<{ mount: (el: HTMLElement, module: never, held?: HTMLElement) => (() => void) | null }>;
  chunks: Record<string, () => Promise<object>>;
  /** The chunk of a widget that the list does not name. */
  other: (name: string) => Promise<object>;
};

/** Finds every island of some places that has not started. */
export type Start = typeof start;

const STATE = 'data-widget-state';

/** Islands of one product start together: a choice made in one is shown by all. */
const product = (el: HTMLElement) =>
  el.dataset.productId ??
  (el.closest<HTMLElement>('[data-item-id]') ?? el.querySelector<HTMLElement>('[data-item-id]'))?.dataset.itemId;

function island(
  el: HTMLElement,
  name: string,
  places: Places,
  registry: () => Promise<Registry>,
  wake: Map<string, (() => void)[]>,
) {
  el.setAttribute(STATE, 'waiting');
  const asked = (el.dataset.load as When | undefined) ?? places[name]?.[0] ?? 'interaction';
  const group = asked === 'product' ? '' : product(el);
  let held: HTMLElement | undefined;
  let running = false;
  let stop = () => {};

  const run = (action?: HTMLElement) => {
    held ??= action;
    if (running) return;
    running = true;
    el.setAttribute(STATE, 'loading');
    loadChunk('registry', registry)
      .then(({ loadMount, chunks, other }) =>
        Promise.all([loadChunk('mount', loadMount), loadChunk(name, chunks[name] ?? (() => other(name)))]),
      )
      .then(([{ mount }, module]) => {
        stop();
        const mounted = mount(el, module as never, held);
        el.setAttribute(STATE, mounted ? 'ready' : 'static');
        if (!mounted) held?.click();
      })
      .catch((fault: unknown) => {
        el.setAttribute(STATE, 'failed');
        running = false;
        giveBack(el, held);
        held = undefined;
        reportError(fault);
      });
    for (const other of [...(wake.get(group ?? '-') ?? []), ...(group ? (wake.get('') ?? []) : [])]) other();
  };

  stop = onInteraction(el, run);
  if (group !== undefined) wake.set(group, [...(wake.get(group) ?? []), run]);
  waitFor(asked, el, run);
}

/** The code did not come: what was pressed is done the plain way, or shown to have failed; never silently lost. */
function giveBack(el: HTMLElement, held: HTMLElement | undefined) {
  if (!held) return;
  const form = held.closest<HTMLFormElement>('form[action]:not([action="#"])') ?? plainForm(el);
  if (form && navigator.onLine) return form.submit();
  el.querySelector('[role=alert]')?.remove();
  const alert = document.createElement('p');
  alert.role = 'alert';
  alert.textContent = 'Please check your internet connection.';
  el.append(alert);
}

/** The form behind a button that has none around it, with what was chosen and typed for the button. */
function plainForm(el: HTMLElement) {
  const form = el.nextElementSibling;
  if (!form?.matches('form.loggia-plain')) return;
  const around = el.closest('[data-item-id]') ?? document;
  const typed = (selector: string) =>
    [...around.querySelectorAll<HTMLInputElement>(selector)].map(({ value }) => value).join('|');
  const quantity = form.querySelector<HTMLInputElement>('[name=quantity]');
  if (quantity) quantity.value = typed('.product-quantity-input input');
  for (const option of form.querySelectorAll('option'))
    if (option.dataset.values === typed('.product-variants select')) option.selected = true;
  return form as HTMLFormElement;
}

/** Finds every island under `root` that has not started. May be called again for markup that came later. */
export function start(places: Places, registry: () => Promise<Registry>, root: ParentNode = document): void {
  const wake = new Map<string, (() => void)[]>();
  const found = (selector: string, name?: string) => {
    for (const el of root.querySelectorAll<HTMLElement>(selector)) {
      const own = name ?? el.dataset.widget ?? '';
      // What these places do not know is looked for with the next ones, unless it says itself when to start.
      if (!el.closest(`[${STATE}]`) && (own in places || el.dataset.load)) island(el, own, places, registry, wake);
    }
  };
  found('[data-widget]');
  for (const [name, [, formatters]] of Object.entries(places)) if (formatters) found(formatters, name);
}
