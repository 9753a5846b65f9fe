import { at, type Json, textAt } from '../core/json.ts';
import { hasStock } from '../core/product.ts';
import { leftOf, typeOf } from './cells.ts';
import type { Counted } from './useCounts.ts';

/** How many there are of a product in all. */
export type Total =
  /** Nothing of its kind runs out, or it has no variant yet. */
  | { is: 'none' }
  /** The shop has not answered yet. */
  | { is: 'asked' }
  /** Pieces of all variants, nothing where one never runs out; and how many of its variants have none. */
  | { is: 'known'; left: number | null; out: number; of: number };

/** Adds up what the variants at these places have: the shop's counts, and those of the file where the shop has none. */
export function totalOf(item: Json, places: readonly string[], counted: Counted): Total {
  const there = places.filter((place) => at(item, place) !== undefined);
  if (there.length === 0 || !hasStock(typeOf(item))) return { is: 'none' };
  if (counted.is === 'asked') return { is: 'asked' };
  const each = there.map((place) => {
    const isEndless = counted.is === 'shop' && counted.left.get(textAt(item, `${place}/sku`)) === null;
    if (isEndless || at(item, `${place}/unlimited`) === true) return null;
    const said = Number(at(item, `${place}/qtyInStock`) ?? 0);
    return Math.max(0, leftOf(item, place, counted) ?? (Number.isFinite(said) ? said : 0));
  });
  const left = each.includes(null) ? null : each.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return { is: 'known', left, out: each.filter((one) => one === 0).length, of: each.length };
}
