import type { Edit } from './edit.ts';
import { at, isObject, type Json, pointer, steps } from './json.ts';

/**
 * Sets a member of settings that say only what somebody filled in: without a value it goes, and with it every object up to
 * `root` that nothing else stands in.
 */
export function sparse(document: Json | undefined, root: string, place: string, value: Json | undefined): Edit[] {
  if (value !== undefined && value !== '') return [{ op: 'set', pointer: place, value }];
  if (at(document, place) === undefined) return [];
  let gone = place;
  while (gone !== root) {
    const parent = pointer(...steps(gone).slice(0, -1));
    const holder = at(document, parent);
    if (!isObject(holder) || Object.keys(holder).length > 1) break;
    gone = parent;
  }
  return [{ op: 'remove', pointer: gone }];
}
