import type { Diagnostic } from './change.ts';
import { apply, type Edit, isInside } from './edit.ts';
import { type Json, same } from './json.ts';

/** Edits of a file that the server can take now, and those that it refuses. */
export type Split = { taken: Edit[]; refused: Edit[] };

/**
 * Parts the edits of a file at its faults, so that one wrong value holds up nothing but itself. None
 * when they cannot be told apart: the faults have no place, nothing would be left, or the file would become another one.
 */
export function splitAt(base: Json, edits: readonly Edit[], faults: readonly Diagnostic[]): Split | undefined {
  const places = faults.map(({ pointer }) => pointer);
  if (places.length === 0 || places.some((place) => !place)) return undefined;
  const isWrong = (edit: Edit) =>
    places.some(
      (place) =>
        typeof place === 'string' &&
        (edit.pointer === place || isInside(place, edit.pointer) || isInside(edit.pointer, place)),
    );
  const refused = edits.filter(isWrong);
  const taken = edits.filter((edit) => !isWrong(edit));
  if (refused.length === 0 || taken.length === 0) return undefined;
  try {
    const first = apply(base, taken);
    const then = apply(first.document, refused);
    if (!same(then.document, apply(base, edits).document)) return undefined;
    return { taken: first.edits, refused: then.edits };
  } catch {
    return undefined;
  }
}
