import type { Edit } from './edit.ts';
import { type Json, listAt, pointer } from './json.ts';

/** Words that items are sorted by. */
export type TagType = 'tag' | 'category';
/** Longest tag and category, in characters (E-028, E-029). */
export const LONGEST: Record<TagType, number> = { tag: 50, category: 25 };
export const TAG_KEY: Record<TagType, 'tags' | 'categories'> = { tag: 'tags', category: 'categories' };

export type TagProblem = 'tags.exists' | 'tags.oneAtATime' | 'tags.tooLong' | 'tags.blank' | 'tags.tooMany';

/** Characters as a person counts them. */
export const lengthOf = (text: string): number => [...text].length;

const alike = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Why a name cannot be added, or cannot take the place of `instead` (E-030, E-032). */
export function tagProblem(
  type: TagType,
  name: string,
  existing: readonly string[],
  instead?: string,
): TagProblem | null {
  if (name.trim() === '') return 'tags.blank';
  if (lengthOf(name.trim()) > LONGEST[type]) return 'tags.tooLong';
  const others = instead === undefined ? existing : existing.filter((tag) => tag !== instead);
  return others.some((tag) => alike(tag, name)) ? 'tags.exists' : null;
}

/** Which tag is being renamed; only one at a time (E-031). */
export type Renaming = { name: string } | null;
export function startRenaming(current: Renaming, name: string): { renaming: Renaming; problem: TagProblem | null } {
  if (current && current.name !== name) return { renaming: current, problem: 'tags.oneAtATime' };
  return { renaming: { name }, problem: null };
}

export const textsOf = (json: Json | undefined, type: TagType): string[] =>
  listAt(json, `/${TAG_KEY[type]}`).filter((value) => typeof value === 'string');

export function addTag(json: Json, type: TagType, name: string): Edit[] {
  const key = TAG_KEY[type];
  const list = textsOf(json, type);
  return list.length > 0
    ? [{ op: 'insert', pointer: pointer(key, list.length), value: name.trim() }]
    : [{ op: 'set', pointer: pointer(key), value: [name.trim()] }];
}

export function removeTag(json: Json, type: TagType, name: string): Edit[] {
  const index = textsOf(json, type).indexOf(name);
  return index < 0 ? [] : [{ op: 'remove', pointer: pointer(TAG_KEY[type], index) }];
}

export function renameTag(json: Json, type: TagType, from: string, to: string): Edit[] {
  const list = textsOf(json, type);
  const index = list.indexOf(from);
  if (index < 0) return [];
  // Renamed to a word the item has already: one of the two goes.
  if (list.some((tag, other) => other !== index && tag === to.trim())) return removeTag(json, type, from);
  return [{ op: 'set', pointer: pointer(TAG_KEY[type], index), value: to.trim() }];
}
