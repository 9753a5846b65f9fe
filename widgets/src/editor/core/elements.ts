import { at, isObject, type Json, same } from './json.ts';

/** Members by which elements of lists are known. */
const NAMES = ['id', 'sku'];

/** Which element of a list as it is an element of the list as it was has become; `unsure` when nobody can say. */
export type Found = number | 'gone' | 'unsure';

/**
 * What became of every element of a list that somebody has changed: by its `id` or `sku` where all have one of their own,
 * else by what it says and where it stands. The server judges in the same way.
 */
export function elementsFound(before: readonly Json[], now: readonly Json[]): Found[] {
  const known = NAMES.map((name) => [namesIn(before, name), namesIn(now, name)] as const);
  for (const [own, other] of known) if (own && other) return [...own.keys()].map((name) => other.get(name) ?? 'gone');
  const shorter = Math.min(before.length, now.length);
  let first = 0;
  while (first < shorter && same(before[first], now[first])) first += 1;
  let last = 0;
  while (last < shorter - first && same(before.at(-1 - last), now.at(-1 - last))) last += 1;
  const [counted, countedNow] = [counts(before), counts(now)];
  const middle = before.slice(first, before.length - last);
  const middleNow = new Set(now.slice(first, now.length - last).map(written));
  // Elements that changed where they stand, none of which went elsewhere.
  const stayed = before.length === now.length && middle.every((element) => !middleNow.has(written(element)));
  return before.map((element, index): Found => {
    if (index < first) return index;
    if (index >= before.length - last) return index + now.length - before.length;
    const text = written(element);
    if (counted.get(text)?.length === 1 && countedNow.get(text)?.length === 1)
      return countedNow.get(text)?.[0] ?? 'unsure';
    return stayed ? index : 'unsure';
  });
}

/** The names of all elements and where they stand; nothing when one has none, or two have the same. */
function namesIn(list: readonly Json[], name: string): Map<string, number> | undefined {
  const found = new Map<string, number>();
  for (const [index, element] of list.entries()) {
    const value = isObject(element) ? at(element, `/${name}`) : undefined;
    if (typeof value !== 'string' || found.has(value)) return undefined;
    found.set(value, index);
  }
  return found;
}

function counts(list: readonly Json[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, element] of list.entries()) {
    const text = written(element);
    const there = found.get(text);
    if (there) there.push(index);
    else found.set(text, [index]);
  }
  return found;
}

/** A value as a text that is the same for the same value, whatever the order of its members. */
const written = (value: Json): string =>
  JSON.stringify(value, (_key, inner: Json) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
