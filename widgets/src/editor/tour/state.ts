import { atom } from 'nanostores';
import { local } from '../../platform/storage.ts';

const KEPT = 'loggia.editor.tour';

/** Whether the tour is under way. */
export const $touring = atom(false);

/** Whether the tour may still be offered: in this browser nobody has begun or refused it yet. */
export const mayOffer = (): boolean => local.read(KEPT) === null;

/** It is never offered again here. Where the browser keeps nothing, until the page is loaded again. */
export const endOffer = (): void => void local.write(KEPT, 'seen');

/** Begins the tour, from wherever it is asked for. */
export function beginTour(): void {
  endOffer();
  $touring.set(true);
}
