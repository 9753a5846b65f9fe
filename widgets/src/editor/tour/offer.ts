import { local } from '../../platform/storage.ts';

const KEPT = 'loggia.editor.tour';

/** Whether the tour may still be offered: in this browser nobody has begun or refused it yet. */
export const mayOffer = (): boolean => local.read(KEPT) === null;

/** It is never offered again here. Where the browser keeps nothing, until the page is loaded again. */
export const endOffer = (): void => void local.write(KEPT, 'seen');

/** Begins the tour, from wherever it is asked for. Rejects when its program cannot be loaded; it can be asked for again. */
export async function beginTour(): Promise<void> {
  const { openTour } = await import('./Tour.tsx');
  endOffer();
  openTour();
}
