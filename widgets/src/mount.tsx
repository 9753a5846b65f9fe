import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { IslandModule } from './island.ts';
import { pageData } from './pageData.ts';

export { setLanguage } from './text/text.ts';

const CONTROLS = 'a,button,input,select,textarea,[role=button]:not(label)';
/** A control, whichever kind it is; members that a kind lacks are undefined. */
type Field = HTMLElement & {
  type: string | undefined;
  value: string;
  checked: boolean;
  defaultChecked: boolean;
  defaultValue: string;
  selectedIndex: number;
  selectionStart: number | null;
  selectionEnd: number | null;
  select?: () => void;
  setSelectionRange?: (start: number | null, end: number | null) => void;
};

const controlsOf = (el: HTMLElement) => [...el.querySelectorAll<Field>(CONTROLS)];

/**
 * What stands for `from` in the new markup: the same `data-replay` key, else the same place in the row of controls. What is no
 * control yet, like a picture that a gallery will open, is itself when the widget kept it.
 */
function match(el: HTMLElement, from: Element | null | undefined, before: Field[]): () => HTMLElement | undefined {
  const control = from?.closest<Field>(CONTROLS) ?? from?.querySelector<Field>('[type=submit]');
  if (!control) return () => (from instanceof HTMLElement && el.contains(from) ? from : undefined);
  const key = control.closest<HTMLElement>('[data-replay]')?.dataset.replay;
  const place = before.indexOf(control);
  return () => (key && el.querySelector<HTMLElement>(`[data-replay="${CSS.escape(key)}"]`)) || controlsOf(el)[place];
}

/** Kinds of values: the formatters write `type=text` where a widget knows better (`email`, `tel`). */
const kindOf = (type: string | undefined) => /^(checkbox|radio|select|submit)/.exec(`${type}`)?.[0];

/** What a visitor typed or chose before the code came. */
const isTouched = (field: Field) =>
  field.type === 'checkbox' || field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.type === 'select-one'
      ? field.selectedIndex > 0
      : 'defaultValue' in field && field.value !== field.defaultValue;

/** Sets a value as the visitor would, so that React sees the change: its own setter is bypassed, the event is real. */
function enter(field: Field, from: Pick<Field, 'value' | 'checked' | 'type'>) {
  if (from.type === 'checkbox' || from.type === 'radio') {
    if (field.checked !== from.checked) field.click();
    return;
  }
  Reflect.set(Object.getPrototypeOf(field), 'value', from.value, field);
  field.dispatchEvent(new Event(from.type === 'select-one' ? 'change' : 'input', { bubbles: true }));
}

/**
 * Calls `then` when no other widget of the page is on its way: what a held press needs (the variant that was chosen, the
 * quantity that was typed) may lie in one of them. A widget whose code does not come is given up by the loader in time.
 */
function whenOthersStand(el: HTMLElement, then: () => void): void {
  const loading = [...document.querySelectorAll('[data-widget-state=loading]')];
  if (loading.some((other) => other !== el)) setTimeout(whenOthersStand, 16, el, then);
  else then();
}

/**
 * Puts the widget in place of its static markup in one synchronous commit: no empty frame, no layout shift.
 * Focus and selection move to the same control, what was typed or chosen is kept, and a press held back by the loader is played once.
 * When the widget fails to render, the static markup comes back. Answers how to take it away again, null when there was nothing to mount.
 * @public called by the loader, which gets the whole module (islands/loader.ts)
 */
export function mount<P extends object>(
  el: HTMLElement,
  island: IslandModule<P>,
  held?: HTMLElement,
): (() => void) | null {
  pageData(); // texts and the API's address, before any widget asks for them
  const props = island.read ? island.read(el) : ({ ...el.dataset } as P);
  if (props === null) return null;
  const markup = [...el.childNodes];
  const before = controlsOf(el);
  const active = (document.activeElement ?? el) as Field;
  const focused = match(el, el.contains(active) ? active : null, before);
  // A field for numbers or addresses has no positions: there only a selection of the whole value can be told.
  const whole = String(getSelection()) === active.value;
  const range = [active.selectionStart, active.selectionEnd] as const;
  const pressed = match(el, held, before);

  // React empties the element of a widget that fails: what stood there comes back, rather than a hole in the page.
  const giveBack = () => {
    root.unmount();
    el.replaceChildren(...markup);
  };
  let fault: { error: unknown } | undefined;
  let drawn = false;
  const root = createRoot(el, {
    onUncaughtError: (error) => {
      fault = { error };
      if (!drawn) return;
      reportError(error);
      queueMicrotask(giveBack);
    },
  });
  try {
    flushSync(() => root.render(createElement(island.default, props)));
  } catch (error) {
    fault = { error };
  }
  if (fault) {
    giveBack();
    throw fault.error;
  }
  drawn = true;

  const after = controlsOf(el);
  // Fields that stand in no page any more still hold what was entered.
  before.forEach((from, place) => {
    const field = after[place];
    if (isTouched(from) && field && kindOf(field.type) === kindOf(from.type)) flushSync(() => enter(field, from));
  });
  const next = focused() as Field | undefined;
  next?.focus({ preventScroll: true });
  // What is typed next replaces what was selected.
  if (whole) next?.select?.();
  else if (next?.selectionStart != null) next.setSelectionRange?.(...range);
  if (held) whenOthersStand(el, () => pressed()?.click());
  return () => root.unmount();
}
