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
