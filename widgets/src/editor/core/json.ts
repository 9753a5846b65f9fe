/** Any value that a file of a site may hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `/rows/0/title` as its steps; '' is the whole document (RFC 6901). */
export function steps(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Steps as a pointer. */
export const pointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The value a pointer leads to; undefined where there is none. */
export function at(document: Json | undefined, path: string): Json | undefined {
  let value: Json | undefined = document;
  for (const step of steps(path)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else return undefined;
  }
  return value;
}

/** The text a pointer leads to, '' for anything else. */
export function textAt(document: Json | undefined, path: string): string {
  const value = at(document, path);
  return typeof value === 'string' ? value : '';
}

/** The list a pointer leads to, empty for anything else. */
export function listAt(document: Json | undefined, path: string): readonly Json[] {
  const value = at(document, path);
  return Array.isArray(value) ? value : [];
}

/** Whether two values say the same; the order of an object's members does not count. */
export function same(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => same(value, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

/** A value as one reads it in a line: '' for what is no text, number or yes and no. */
export const plainText = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
