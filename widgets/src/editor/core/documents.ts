import type { Content, FileAction, WireChange } from './change.ts';
import { apply, folded } from './edit.ts';
import { type Json, same } from './json.ts';

/** A file that the editor holds. */
export type OpenFile = { path: string; digest: string | null } & Content;

/** One step of undo or redo: what takes back, or does again, everything that one act of the owner changed in all files. */
export type Step = {
  label: string;
  actions: FileAction[];
  key?: string;
  /** What the server does of it, in one call: files that are not held here, as many as there are. */
  elsewhere?: readonly WireChange[];
};

/** What the editor holds: the files, what is not saved yet, and the way back and forth. */
export type Documents = {
  /** As the owner sees them. */
  readonly files: ReadonlyMap<string, OpenFile>;
  /** As the server has them, as far as it is known; what is not in here is not there. */
  readonly base: ReadonlyMap<string, OpenFile>;
  readonly pending: readonly FileAction[];
  /** Those on their way to the server: what is done meanwhile stands behind them, and never in them. */
  readonly away: ReadonlySet<FileAction>;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
};

const NOBODY: ReadonlySet<FileAction> = new Set();

export const nothingOpen: Documents = {
  files: new Map(),
  base: new Map(),
  pending: [],
  away: NOBODY,
  past: [],
  future: [],
};

/** Steps that can be taken back. Long enough for an afternoon; each holds only what it changed. */
const MAX_STEPS = 500;

/** An action on a file that the editor has not read. */
export class NotOpen extends Error {
  constructor(readonly path: string) {
    super(`${path} is not open.`);
  }
}

/** A new file where there is one. */
export class Taken extends Error {
  constructor(readonly path: string) {
    super(`${path} is there already.`);
  }
}

export const isPending = (documents: Documents, path: string): boolean =>
  documents.pending.some((action) => pathsOf(action).includes(path));

/** Whether the owner has taken a file away that the server still has. */
export const isTakenAway = (documents: Documents, path: string): boolean =>
  !documents.files.has(path) && isPending(documents, path);

/** Holds a file as the server has it. One with unsaved changes is left as it is. */
export function open(documents: Documents, file: OpenFile): Documents {
  if (isPending(documents, file.path)) return documents;
  return {
    ...documents,
    files: new Map(documents.files).set(file.path, file),
    base: new Map(documents.base).set(file.path, file),
  };
}

export const close = (documents: Documents, path: string): Documents => {
  if (isPending(documents, path)) return documents;
  return { ...documents, files: without(documents.files, path), base: without(documents.base, path) };
};

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** Does an action on files that are held, and says what it came to and what takes it back. Throws when it does not fit. */
export function perform(files: Map<string, OpenFile>, action: FileAction): { action: FileAction; inverse: FileAction } {
  const file = files.get(action.path);
  if (action.kind === 'create') {
    if (file) throw new Taken(action.path);
    files.set(action.path, { path: action.path, digest: null, ...action.content });
    return { action, inverse: { kind: 'delete', path: action.path } };
  }
  if (!file) throw new NotOpen(action.path);
  switch (action.kind) {
    case 'edit': {
      if (!('json' in file)) throw new NotOpen(action.path);
      const applied = apply(file.json, action.edits);
      files.set(file.path, { ...file, json: applied.document });
      return {
        action: { ...action, edits: applied.edits },
        inverse: { kind: 'edit', path: file.path, edits: applied.inverse },
      };
    }
    case 'write': {
      const was = 'text' in file ? file.text : `${JSON.stringify(file.json, null, 2)}\n`;
      files.set(file.path, { path: file.path, digest: file.digest, text: action.text });
      return { action, inverse: { kind: 'write', path: file.path, text: was } };
    }
    case 'delete': {
      files.delete(file.path);
      const content: Content = 'json' in file ? { json: file.json } : { text: file.text };
      return { action, inverse: { kind: 'create', path: file.path, content } };
    }
    case 'rename': {
      if (files.has(action.to)) throw new Taken(action.to);
      files.delete(file.path);
      files.set(action.to, { ...file, path: action.to });
      return { action, inverse: { kind: 'rename', path: action.to, to: file.path } };
    }
  }
}

function performAll(documents: Documents, actions: readonly FileAction[]) {
  const files = new Map(documents.files);
  const done: FileAction[] = [];
  const inverse: FileAction[] = [];
  for (const action of actions) {
    const result = perform(files, action);
    // Each is one of its own, so that what is saved can be told from the same done again.
    done.push({ ...result.action });
    inverse.unshift(result.inverse);
  }
  return { files, done, inverse };
}

/**
 * The owner does something. Acts with the same `key`, one right after the other, are one step of undo: typing a sentence
 * is taken back as a sentence and not character by character.
 */
export function act(documents: Documents, label: string, actions: readonly FileAction[], key?: string): Documents {
  const { files, done, inverse } = performAll(documents, actions);
  const last = documents.past.at(-1);
  const goesOn = key !== undefined && last?.key === key && documents.future.length === 0;
  const step: Step = goesOn
    ? { ...last, actions: joined([...inverse, ...last.actions]) }
    : { label, actions: inverse, ...(key === undefined ? {} : { key }) };
  const past = goesOn ? documents.past.slice(0, -1) : documents.past;
  return {
    ...documents,
    files,
    pending: waiting(documents, done),
    past: [...past, step].slice(-MAX_STEPS),
    future: [],
  };
}

/** The server has done something in many files at once; this is what takes it back. */
export const doneElsewhere = (documents: Documents, label: string, elsewhere: readonly WireChange[]): Documents => ({
  ...documents,
  past: [...documents.past, { label, actions: [], elsewhere }].slice(-MAX_STEPS),
  future: [],
});

export function undo(documents: Documents): Documents {
  const step = documents.past.at(-1);
  if (!step) return documents;
  const { files, done, inverse } = performAll(documents, step.actions);
  return {
    ...documents,
    files,
    pending: waiting(documents, done),
    past: documents.past.slice(0, -1),
    future: [...documents.future, { label: step.label, actions: inverse }],
  };
}

export function redo(documents: Documents): Documents {
  const step = documents.future.at(-1);
  if (!step) return documents;
  const { files, done, inverse } = performAll(documents, step.actions);
  return {
    ...documents,
    files,
    pending: waiting(documents, done),
    // No later act joins a step that was taken back and done again.
    past: [...documents.past, { label: step.label, actions: inverse }],
    future: documents.future.slice(0, -1),
  };
}

/** What is not saved, with more of it. What is on its way stays as it was sent. */
const waiting = ({ pending, away }: Documents, done: readonly FileAction[]): FileAction[] =>
  joined([...pending, ...done], away);

/** Neighbouring edits of one file as one, neighbouring keystrokes of one field as one edit. */
export function joined(actions: readonly FileAction[], away: ReadonlySet<FileAction> = NOBODY): FileAction[] {
  const result: FileAction[] = [];
  for (const action of actions) {
    const last = result.at(-1);
    const isFixed = away.has(action) || (last !== undefined && away.has(last));
    if (!isFixed && action.kind === 'edit' && last?.kind === 'edit' && last.path === action.path)
      result[result.length - 1] = { ...last, edits: folded([...last.edits, ...action.edits]) };
    else if (!isFixed && action.kind === 'write' && last?.kind === 'write' && last.path === action.path)
      result[result.length - 1] = action;
    else result.push(action);
  }
  return result;
}

/** What becomes of one file in a call, and the actions that it stands for. */
export type Part = { change: WireChange; actions: FileAction[] };
/** What goes to the server in one call. `settled` are actions that leave everything as the server has it. */
export type Batch = { parts: Part[]; settled: FileAction[] };

export const pathsOf = (action: FileAction | WireChange): string[] => {
  if ('kind' in action) return action.kind === 'rename' ? [action.path, action.to] : [action.path];
  return 'renameTo' in action ? [action.path, action.renameTo] : [action.path];
};

/**
 * The next call: every file at most once, so that each change stands on a digest that the server gave. What comes after a
 * second kind of action on the same file waits for the answer of the first; files of `heldUp` wait altogether, and hold
 * up no other.
 */
export function nextBatch(documents: Documents, heldUp: ReadonlySet<string> = new Set()): Batch {
  const blocked = new Set(heldUp);
  const parts = new Map<string, Part>();
  const settled: FileAction[] = [];
  for (const action of documents.pending) {
    const paths = pathsOf(action);
    const earlier = parts.get(action.path);
    if (paths.some((path) => blocked.has(path)) || (paths.length > 1 && paths.some((path) => parts.has(path)))) {
      for (const path of paths) blocked.add(path);
      continue;
    }
    if (!earlier) {
      const base = documents.base.get(action.path);
      const part: Part = { change: toWire(action, base?.digest ?? null), actions: [action] };
      for (const path of paths) parts.set(path, part);
      continue;
    }
    const change = followed(earlier.change, action, documents.base.get(action.path));
    // What may be with the server already is not as if it had never been.
    const mayBeThere = change === 'nothing' && earlier.actions.some((done) => documents.away.has(done));
    if (change === 'later' || mayBeThere) blocked.add(action.path);
    else if (change === 'nothing') {
      settled.push(...earlier.actions, action);
      parts.delete(action.path);
    } else parts.set(action.path, { change, actions: [...earlier.actions, action] });
  }
  const all = [...new Set(parts.values())];
  return { parts: all.map(({ change, actions }) => ({ change: short(change), actions })), settled };
}

const short = (change: WireChange): WireChange =>
  'edits' in change ? { ...change, edits: folded(change.edits) } : change;

/** A change and what was done after it as one change; `nothing` when the file is as it was before both. */
function followed(
  change: WireChange,
  action: FileAction,
  base: OpenFile | undefined,
): WireChange | 'later' | 'nothing' {
  const { path, baseDigest } = change;
  if (action.kind === 'edit' && 'json' in change)
    return { path, baseDigest, json: apply(change.json, action.edits).document };
  if (action.kind === 'edit' && 'edits' in change)
    return { path, baseDigest, edits: [...change.edits, ...action.edits] };
  if (action.kind === 'write' && ('text' in change || 'json' in change)) return { path, baseDigest, text: action.text };
  if (action.kind === 'delete' && !('renameTo' in change)) return base ? { path, baseDigest, delete: true } : 'nothing';
  if (action.kind === 'create' && 'delete' in change && base) return instead(path, action.content, base);
  return 'later';
}

/** Another file in place of one that was taken away. */
function instead(path: string, content: Content, base: OpenFile): WireChange | 'nothing' {
  if (isAs(content, base)) return 'nothing';
  const { digest: baseDigest } = base;
  if ('text' in content) return { path, baseDigest, text: content.text };
  if ('text' in base) return { path, baseDigest, text: `${JSON.stringify(content.json, null, 2)}\n` };
  return { path, baseDigest, edits: [{ op: 'set', pointer: '', value: content.json }] };
}

/** Whether two say the same. */
export const isAs = (one: Content, other: Content): boolean =>
  'json' in one ? 'json' in other && same(one.json, other.json) : 'text' in other && one.text === other.text;

function toWire(action: FileAction, baseDigest: string | null): WireChange {
  switch (action.kind) {
    case 'edit':
      return { path: action.path, baseDigest, edits: folded(action.edits) };
    case 'write':
      return { path: action.path, baseDigest, text: action.text };
    case 'create':
      return { path: action.path, baseDigest: null, ...action.content };
    case 'delete':
      return { path: action.path, baseDigest, delete: true };
    case 'rename':
      return { path: action.path, baseDigest, renameTo: action.to };
  }
}

/** These actions go to the server; with none, nothing is on its way. */
export const sending = (documents: Documents, away: Iterable<FileAction> = []): Documents => ({
  ...documents,
  away: new Set(away),
});

/** What the server says of a file that it has written; nothing when it is gone. */
export type Answered = { path: string; digest: string | null; json?: Json };

/** Some actions are saved. What the server has now is what it had with them done, or what it says besides. */
export function saved(documents: Documents, done: readonly FileAction[], answered: readonly Answered[]): Documents {
  const gone = new Set(done);
  const base = new Map(documents.base);
  for (const action of done) {
    if (action.kind === 'create') base.delete(action.path);
    if (base.has(action.path) || action.kind === 'create') perform(base, action);
  }
  for (const { path, digest, json } of answered) {
    const file = base.get(path) ?? documents.files.get(path);
    if (digest === null) base.delete(path);
    else if (json !== undefined) base.set(path, { path, digest, json });
    else if (file) base.set(path, { ...file, digest });
  }
  const rest = documents.pending.filter((action) => !gone.has(action));
  const away = new Set([...documents.away].filter((action) => !gone.has(action)));
  return { ...documents, base, pending: rest, away };
}

/** Actions that come to nothing are forgotten; what the server has is what it had. */
export const dropped = (documents: Documents, settled: readonly FileAction[]): Documents => ({
  ...documents,
  pending: documents.pending.filter((action) => !settled.includes(action)),
});

/** Replaces the unsaved edits of a file by others that come to the same. */
export const otherwise = (documents: Documents, path: string, actions: readonly FileAction[]): Documents => ({
  ...documents,
  pending: [...documents.pending.filter((action) => !pathsOf(action).includes(path)), ...actions],
});

/** Replaces some of the unsaved edits, at their place, by others that come to the same. */
export function replaced(documents: Documents, gone: readonly FileAction[], by: readonly FileAction[]): Documents {
  const out = new Set(gone);
  const at = documents.pending.findIndex((action) => out.has(action));
  const before = documents.pending.slice(0, Math.max(at, 0));
  const after = documents.pending.slice(Math.max(at, 0)).filter((action) => !out.has(action));
  return { ...documents, pending: [...before, ...by, ...after] };
}

/**
 * Takes up what was unsaved of a file when the page was left: `base` is the file that it was made on, or nothing.
 * Throws when it does not fit that file.
 */
export function resumed(
  documents: Documents,
  path: string,
  base: OpenFile | null,
  actions: readonly FileAction[],
): Documents {
  const files = new Map(documents.files);
  const known = new Map(documents.base);
  for (const held of [files, known])
    if (base) held.set(path, base);
    else held.delete(path);
  const { files: after, done } = performAll({ ...documents, files }, actions);
  return { ...documents, files: after, base: known, pending: [...documents.pending, ...done] };
}

/** What a file becomes by some actions; nothing when it is not there before or afterwards. */
export function after(base: OpenFile | undefined, path: string, actions: readonly FileAction[]): OpenFile | undefined {
  const files = new Map(base ? [[path, base]] : []);
  for (const action of actions) perform(files, action);
  return files.get(path);
}

/** What the owner has stands, whatever the server has there: `file` is that, or nothing. */
export function insist(documents: Documents, path: string, file: OpenFile | undefined): Documents {
  const mine = documents.files.get(path);
  const base = file ? new Map(documents.base).set(path, file) : without(documents.base, path);
  const based = { ...documents, base };
  if (!mine) return otherwise(based, path, file ? [{ kind: 'delete', path }] : []);
  if (!file) return otherwise(based, path, [{ kind: 'create', path, content: contentOf(mine) }]);
  if (isAs(mine, file)) return otherwise(based, path, []);
  if (!('json' in mine)) return otherwise(based, path, [{ kind: 'write', path, text: mine.text }]);
  if (!('json' in file)) {
    const text = `${JSON.stringify(mine.json, null, 2)}\n`;
    return otherwise(based, path, [{ kind: 'write', path, text }]);
  }
  const edits: FileAction = { kind: 'edit', path, edits: [{ op: 'set', pointer: '', value: mine.json }] };
  return otherwise(based, path, [edits]);
}

/** What the server has stands, and nothing of what is unsaved. */
export function yielded(documents: Documents, path: string, file: OpenFile | undefined): Documents {
  const rest = otherwise(documents, path, []);
  return file ? open(rest, file) : close(rest, path);
}

export const contentOf = (file: OpenFile): Content => ('json' in file ? { json: file.json } : { text: file.text });

/** Leaves out what is unsaved at some places of a file: the owner took what another has written. */
export function withdraw(documents: Documents, path: string, pointers: readonly string[]): Documents {
  const gone = (place: string) =>
    pointers.some((taken) => taken === '' || place === taken || place.startsWith(`${taken}/`));
  const pending = documents.pending.flatMap((action): FileAction[] => {
    if (action.path !== path) return [action];
    if (action.kind !== 'edit') return pointers.includes('') ? [] : [action];
    const edits = action.edits.filter((edit) => !gone(edit.pointer));
    return edits.length > 0 ? [{ ...action, edits }] : [];
  });
  return { ...documents, pending };
}

/** What a file says now. */
export const jsonOf = (documents: Documents, path: string): Json | undefined => {
  const file = documents.files.get(path);
  return file && 'json' in file ? file.json : undefined;
};
