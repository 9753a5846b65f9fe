import type { Edit } from './edit.ts';
import { at, type Json, type JsonObject, listAt, pointer, steps, textAt } from './json.ts';

/** An entry of a menu: a link, or a folder of links. Folders stand one level deep. */
export type Entry = { key: string; title: string; url?: string; items?: Entry[] };
/** Where an entry stands: the place in the menu, and in the folder when it is in one. */
export type EntryPlace = readonly [index: number, inFolder?: number];

export const navigationPointer = (name: string, place: EntryPlace = [] as never): string => {
  const [index, inside] = place;
  if (index === undefined) return pointer('navigation', name);
  return inside === undefined
    ? pointer('navigation', name, index)
    : pointer('navigation', name, index, 'items', inside);
};

function entry(value: Json, key: string): Entry {
  const title = textAt(value, '/title');
  if (at(value, '/folder') === true || Array.isArray(at(value, '/items')))
    return { key, title, items: listAt(value, '/items').map((inner, index) => entry(inner, `${key}.${index}`)) };
  return { key, title, url: textAt(value, '/url') };
}

/** A menu of site.json. */
export const entriesOf = (site: Json | undefined, name: string): Entry[] =>
  listAt(site, navigationPointer(name)).map((value, index) => entry(value, String(index)));

export const placeOfKey = (key: string): EntryPlace => {
  const [index = 0, inside] = key.split('.').map(Number);
  return inside === undefined ? [index] : [index, inside];
};

/** The place that a pointer into site.json leads to; none for one that leads nowhere. */
export function placeOfPointer(place: string | undefined): EntryPlace | null {
  const [, , index, , inside] = place === undefined ? [] : steps(place);
  if (index === undefined) return null;
  return inside === undefined ? [Number(index)] : [Number(index), Number(inside)];
}

const isFolder = (site: Json | undefined, name: string, place: EntryPlace): boolean => {
  const value = at(site, navigationPointer(name, place));
  return at(value, '/folder') === true || Array.isArray(at(value, '/items'));
};

export const addEntry = (site: Json | undefined, name: string, value: JsonObject): Edit[] => {
  const count = listAt(site, navigationPointer(name)).length;
  return count === 0
    ? [{ op: 'set', pointer: navigationPointer(name), value: [value] }]
    : [{ op: 'insert', pointer: navigationPointer(name, [count]), value }];
};

export const removeEntry = (name: string, place: EntryPlace): Edit[] => [
  { op: 'remove', pointer: navigationPointer(name, place) },
];

/** The edits that take an entry to another place, counted as the menu stands before. A folder does not go into a folder. */
export function moveEntry(site: Json | undefined, name: string, from: EntryPlace, to: EntryPlace): Edit[] {
  if (to[1] !== undefined && isFolder(site, name, from)) return [];
  const target: [number, number?] = [...to];
  const sameList = from[1] === undefined ? to[1] === undefined : to[1] !== undefined && from[0] === to[0];
  if (sameList) {
    const own = from[1] ?? from[0];
    const wanted = to[1] ?? to[0];
    const index = own < wanted ? wanted - 1 : wanted;
    if (index === own) return [];
    if (to[1] === undefined) target[0] = index;
    else target[1] = index;
  } else if (from[1] === undefined && to[1] !== undefined && from[0] < to[0]) {
    // What stood before the folder is gone from the menu: the folder has moved up.
    target[0] -= 1;
  }
  const place = target as unknown as EntryPlace;
  return [{ op: 'move', from: navigationPointer(name, from), pointer: navigationPointer(name, place) }];
}

/** Where a step by keyboard leads: up and down in its list, out of a folder, into the folder before. */
export function stepEntry(
  site: Json | undefined,
  name: string,
  from: EntryPlace,
  way: 'up' | 'down' | 'in' | 'out',
): EntryPlace | undefined {
  const [index, inside] = from;
  const count =
    inside === undefined
      ? listAt(site, navigationPointer(name)).length
      : listAt(site, `${navigationPointer(name, [index])}/items`).length;
  const own = inside ?? index;
  const at = (place: number): EntryPlace => (inside === undefined ? [place] : [index, place]);
  switch (way) {
    case 'up':
      return own > 0 ? at(own - 1) : undefined;
    case 'down':
      return own < count - 1 ? at(own + 2) : undefined;
    case 'out':
      return inside === undefined ? undefined : [index + 1];
    case 'in': {
      if (inside !== undefined || index === 0 || !isFolder(site, name, [index - 1])) return undefined;
      if (isFolder(site, name, from)) return undefined;
      return [index - 1, listAt(site, `${navigationPointer(name, [index - 1])}/items`).length];
    }
  }
}
