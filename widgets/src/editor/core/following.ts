import { apply, type Edit } from './edit.ts';
import { at, type Json, pointer, same, steps } from './json.ts';

/** Members by which elements of lists are known. */
const NAMES = ['id', 'sku'];

/** Where an element of a list is in the list as another has left it; nothing when nobody can say. */
function elementIn(before: readonly Json[], now: readonly Json[], index: number): number | undefined {
  const wanted = before[index];
  if (wanted === undefined) return now.length + index - before.length;
  for (const name of NAMES) {
    const own = at(wanted, pointer(name));
    if (own === undefined) continue;
    const found = now.flatMap((element, place) => (same(at(element, pointer(name)), own) ? [place] : []));
    if (found.length === 1) return found[0];
  }
  const alike = now.flatMap((element, place) => (same(element, wanted) ? [place] : []));
  if (alike.length === 1) return alike[0];
  // What is new in a list mostly stands at its end.
  const fromEnd = now.length + index - before.length;
  if (alike.includes(fromEnd)) return fromEnd;
  return before.length === now.length ? index : undefined;
}

/** Where what a pointer leads to stands in a document that another has changed; as it was where nobody can say. */
export function followed(place: string, before: Json, now: Json): string {
  const found: string[] = [];
  let [own, other]: [Json | undefined, Json | undefined] = [before, now];
  for (const step of steps(place)) {
    let next = step;
    if (Array.isArray(own) && Array.isArray(other) && step !== '-')
      next = String(elementIn(own, other, Number(step)) ?? step);
    own = at(own, pointer(step));
    other = at(other, pointer(next));
    found.push(next);
  }
  return pointer(...found);
}

/** Edits made on one document, as they are to be done in one that another has changed since. Throws when one cannot be. */
export function followingEdits(edits: readonly Edit[], before: Json, now: Json): Edit[] {
  const result: Edit[] = [];
  let [own, other] = [before, now];
  for (const edit of edits) {
    const moved: Edit = { ...edit, pointer: followed(edit.pointer, own, other) };
    if (moved.op === 'move') moved.from = followed(moved.from, own, other);
    own = apply(own, [edit]).document;
    const done = apply(other, [moved]);
    other = done.document;
    result.push(...done.edits);
  }
  return result;
}
