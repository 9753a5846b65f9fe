import type { Edit } from '../core/edit.ts';
import { at, type Json, listAt, plainText, pointer } from '../core/json.ts';
import { attributesOf, OPTION_ORDER, optionsOf, VARIANTS } from '../core/product.ts';

const PREFIX = 'option:';
/** The column of an option, and the option of a column. */
export const optionColumn = (name: string): string => PREFIX + name;
export const optionOf = (column: string): string | undefined =>
  column.startsWith(PREFIX) ? column.slice(PREFIX.length) : undefined;

/** The edits that give a variant another value of an option, where its file says it; nothing when another has the same. */
export function setOption(item: Json, index: number, name: string, value: string): Edit[] | null {
  const variants = listAt(item, VARIANTS);
  const names = optionsOf(item).map((option) => option.name);
  const wanted = { ...attributesOf(variants[index]), [name]: value };
  const isSame = (other: Record<string, string>) => names.every((one) => (other[one] ?? '') === (wanted[one] ?? ''));
  if (variants.some((one, at) => at !== index && isSame(attributesOf(one)))) return null;
  const place = `${VARIANTS}/${index}`;
  const order = listAt(item, OPTION_ORDER).map(plainText);
  const number = (order.length > 0 ? order : names).indexOf(name);
  const isListed = at(item, `${place}/optionValues/${number}/value`) !== undefined;
  return [
    { op: 'set', pointer: `${place}/attributes${pointer(name)}`, value },
    ...(isListed ? [{ op: 'set' as const, pointer: `${place}/optionValues/${number}/value`, value }] : []),
  ];
}
