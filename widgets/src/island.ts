import type { ComponentType } from 'react';

/**
 * What a widget's chunk exports.
 * `read` turns the static markup into the component's properties, before React takes the element over;
 * null means that there is nothing to add here, and the markup stays as it is.
 */
export type IslandModule<P extends object = Record<string, unknown>> = {
  default: ComponentType<P>;
  read?: (el: HTMLElement) => P | null;
};

/** The `read` of a widget. */
export type Read<P extends object = Record<string, unknown>> = (el: HTMLElement) => P | null;

/**
 * Makes a formatter's own control (`span role=button`) the place of a real button: it gives its role away, and a press that
 * was held on it is played on the control inside with the same `data-replay`.
 */
export function becomeHost(el: HTMLElement, key: string): void {
  el.removeAttribute('role');
  el.removeAttribute('tabindex');
  el.dataset.replay = key;
}
