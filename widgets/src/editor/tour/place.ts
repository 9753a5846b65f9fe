/** A rectangle of the window, in CSS pixels. */
export type Box = { top: number; left: number; width: number; height: number };

/** Between the note and what it points at, and between the note and the edges of the window. */
const GAP = 12;

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));

/**
 * Where a note of this size stands: below its target, above it, beside it, or over what fills the window. It never leaves the
 * window.
 */
export function noteAt(
  target: Box,
  note: { width: number; height: number },
  window: { width: number; height: number },
): { top: number; left: number } {
  const most = { top: window.height - note.height - GAP, left: window.width - note.width - GAP };
  const left = within(target.left, GAP, most.left);
  const below = target.top + target.height + GAP;
  if (below >= GAP && below <= most.top) return { top: below, left };
  const above = target.top - note.height - GAP;
  if (above >= GAP && above <= most.top) return { top: above, left };
  const beside = target.left + target.width + GAP;
  const top = within(target.top + GAP, GAP, most.top);
  if (beside >= GAP && beside <= most.left) return { top, left: beside };
  return { top, left: within(target.left + GAP, GAP, most.left) };
}
