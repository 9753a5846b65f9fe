import { at, isObject, type Json, pointer, same, steps } from './json.ts';

/**
 * One change inside a file.
 * `set` puts a member or replaces an element; `insert` makes room in a list; `move` takes from one place to another,
 * the target counted after the taking. `was` is what stood there, so that two who change the same file can be merged.
 */
export type Edit =
  | { op: 'set'; pointer: string; value: Json; was?: Json }
  | { op: 'remove'; pointer: string; was?: Json }
  /** Into a list before the element at `pointer`; into an object before the member `before`, or at its end. */
  | { op: 'insert'; pointer: string; value: Json; before?: string }
  | { op: 'move'; pointer: string; from: string };

/** An edit that leads to a place that is not there. */
export class NoSuchPlace extends Error {
  constructor(readonly pointer: string) {
    super(`There is nothing at ${pointer || 'the root'}.`);
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const lastStep = (path: string): string => steps(path).at(-1) ?? '';

/** The document with one value changed on the way to a pointer; everything beside the way is shared with the old one. */
function within(document: Json, path: readonly string[], change: (value: Json) => Json, whole: string): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(document);
  if (Array.isArray(document)) {
    const index = Number(step);
    const inner = document[index];
    if (inner === undefined) throw new NoSuchPlace(whole);
    return document.with(index, within(inner, rest, change, whole));
  }
  if (!isObject(document)) throw new NoSuchPlace(whole);
  const inner = Object.hasOwn(document, step) ? document[step] : undefined;
  if (inner === undefined) throw new NoSuchPlace(whole);
  return { ...document, [step]: within(inner, rest, change, whole) };
}

/** Whether a pointer leads to something inside of what another leads to. */
export const isInside = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);

/**
 * An edit as the server can do it. A member that is there already is set, not inserted a second time: two acts that were
 * both begun while it was missing come one after the other.
 */
function plain(document: Json, edit: Edit): Edit {
  if (edit.op !== 'insert' || edit.pointer === '') return edit;
  if (!isObject(at(document, parentOf(edit.pointer))) || at(document, edit.pointer) === undefined) return edit;
  return { op: 'set', pointer: edit.pointer, value: edit.value };
}

/**
 * An edit whose way is all there: settings stand in a file only once they are set, so the first one brings what holds it.
 * `/tweaks/ink` in a file without `tweaks` is `/tweaks` with `ink` in it, and the first element of a list that is not
 * there is the list.
 */
function reaching(document: Json, edit: Edit): Edit {
  if (edit.op !== 'set' && edit.op !== 'insert') return edit;
  const way = steps(edit.pointer);
  for (let length = 1; length < way.length; length += 1) {
    const above = pointer(...way.slice(0, length));
    const there = at(document, above);
    // Nothing, written out, holds as little as what is not written at all.
    if (there !== undefined && there !== null) continue;
    const value = way
      .slice(length)
      .reduceRight<Json>((inner, step) => (step === '0' || step === '-' ? [inner] : { [step]: inner }), edit.value);
    return { op: 'set', pointer: above, value };
  }
  return edit;
}

/** The member that stands after another in its object. */
function memberAfter(document: Json, path: string): string | undefined {
  const parent = at(document, parentOf(path));
  if (!isObject(parent)) return undefined;
  const keys = Object.keys(parent);
  return keys[keys.indexOf(lastStep(path)) + 1];
}

function put(document: Json, path: string, value: Json): Json {
  if (path === '') return value;
  const last = lastStep(path);
  return within(
    document,
    steps(parentOf(path)),
    (parent) => {
      if (Array.isArray(parent)) {
        const index = Number(last);
        if (!(index >= 0 && index < parent.length)) throw new NoSuchPlace(path);
        return parent.with(index, value);
      }
      if (!isObject(parent)) throw new NoSuchPlace(path);
      return { ...parent, [last]: value };
    },
    path,
  );
}

function take(document: Json, path: string): Json {
  const last = lastStep(path);
  if (at(document, path) === undefined) throw new NoSuchPlace(path);
  return within(
    document,
    steps(parentOf(path)),
    (parent) => {
      if (Array.isArray(parent)) return parent.toSpliced(Number(last), 1);
      if (!isObject(parent)) throw new NoSuchPlace(path);
      const { [last]: _gone, ...rest } = parent;
      return rest;
    },
    path,
  );
}

function makeRoom(document: Json, path: string, value: Json, before?: string): { document: Json; pointer: string } {
  const above = parentOf(path);
  const last = lastStep(path);
  let place = path;
  const next = within(
    document,
    steps(above),
    (parent) => {
      if (isObject(parent)) {
        const members = Object.entries(parent).filter(([key]) => key !== last);
        const found = members.findIndex(([key]) => key === before);
        return Object.fromEntries(members.toSpliced(found < 0 ? members.length : found, 0, [last, value]));
      }
      if (!Array.isArray(parent)) throw new NoSuchPlace(path);
      const index = last === '-' ? parent.length : Number(last);
      if (!(index >= 0 && index <= parent.length)) throw new NoSuchPlace(path);
      place = `${above}/${index}`;
      return parent.toSpliced(index, 0, value);
    },
    path,
  );
  return { document: next, pointer: place };
}

/** A member back at its place, so that taking it away and back leaves the file as it was. */
const putBack = (pointer: string, value: Json, before: string | undefined): Edit =>
  before === undefined ? { op: 'set', pointer, value } : { op: 'insert', pointer, value, before };

export type Applied = { document: Json; edits: Edit[]; inverse: Edit[] };

function one(document: Json, wanted: Edit): { document: Json; edit: Edit; inverse: Edit } {
  const edit = plain(document, reaching(document, wanted));
  const was = at(document, edit.pointer);
  switch (edit.op) {
    case 'set': {
      const inverse: Edit =
        was === undefined
          ? { op: 'remove', pointer: edit.pointer, was: edit.value }
          : { op: 'set', pointer: edit.pointer, value: was, was: edit.value };
      return {
        document: put(document, edit.pointer, edit.value),
        edit: was === undefined ? { op: 'set', pointer: edit.pointer, value: edit.value } : { ...edit, was },
        inverse,
      };
    }
    case 'remove': {
      if (was === undefined) throw new NoSuchPlace(edit.pointer);
      const fromList = Array.isArray(at(document, parentOf(edit.pointer)));
      return {
        document: take(document, edit.pointer),
        edit: { ...edit, was },
        inverse: fromList
          ? { op: 'insert', pointer: edit.pointer, value: was }
          : putBack(edit.pointer, was, memberAfter(document, edit.pointer)),
      };
    }
    case 'insert': {
      const made = makeRoom(document, edit.pointer, edit.value, edit.before);
      return {
        document: made.document,
        edit: { ...edit, pointer: made.pointer },
        inverse: { op: 'remove', pointer: made.pointer, was: edit.value },
      };
    }
    case 'move': {
      const value = at(document, edit.from);
      if (value === undefined) throw new NoSuchPlace(edit.from);
      if (edit.pointer !== edit.from && isObject(at(document, parentOf(edit.pointer))) && was !== undefined)
        throw new NoSuchPlace(edit.pointer);
      const made = makeRoom(take(document, edit.from), edit.pointer, value);
      return {
        document: made.document,
        edit: { ...edit, pointer: made.pointer },
        inverse: { op: 'move', pointer: edit.from, from: made.pointer },
      };
    }
  }
}

/** Applies edits one after the other. The inverse takes them back, last first. */
export function apply(document: Json, edits: readonly Edit[]): Applied {
  const applied: Applied = { document, edits: [], inverse: [] };
  for (const edit of edits) {
    const next = one(applied.document, edit);
    applied.document = next.document;
    applied.edits.push(next.edit);
    applied.inverse.unshift(next.inverse);
  }
  return applied;
}

/**
 * Edits that lead from one document to another, each of a member or of a whole list: they can be done wherever the first
 * document stands, whatever was done to come to the second.
 */
export function difference(before: Json, after: Json, at = ''): Edit[] {
  if (same(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ op: 'set', pointer: at, value: after, was: before }];
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [
    ...gone.map((key): Edit => ({ op: 'remove', pointer: at + pointer(key), was: before[key] ?? null })),
    ...Object.entries(after).flatMap(([key, value]): Edit[] => {
      const there = Object.hasOwn(before, key) ? before[key] : undefined;
      if (there !== undefined) return difference(there, value, at + pointer(key));
      return [{ op: 'set', pointer: at + pointer(key), value }];
    }),
  ];
}

/** Edits without what a later one undoes: keystrokes in one field are one edit. */
export function folded(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = [];
  for (const edit of edits) {
    const last = result.at(-1);
    if (edit.op === 'set' && last?.op === 'set' && last.pointer === edit.pointer)
      result[result.length - 1] = { ...last, value: edit.value };
    else result.push(edit);
  }
  return result;
}
