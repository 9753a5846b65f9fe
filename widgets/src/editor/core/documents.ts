import type { Content, FileAction, WireChange } from './change.ts';
import { apply, folded } from './edit.ts';
import type { Json } from './json.ts';

/** A file that the editor holds. */
export type OpenFile = { path: string; digest: string | null } & Content;

/** One step of undo: everything that one act of the owner changed, in all files. */
export type Step = { label: string; actions: FileAction[]; inverse: FileAction[]; key?: string };

/** What the editor holds: the files, what is not saved yet, and the way back and forth. */
export type Documents = {
  readonly files: ReadonlyMap<string, OpenFile>;
  readonly pending: readonly FileAction[];
  /** How many of these are on their way to the server: what is done meanwhile stands behind them, and never in them. */
  readonly sent: number;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
};

export const nothingOpen: Documents = { files: new Map(), pending: [], sent: 0, past: [], future: [] };

/** Steps that can be taken back. Long enough for an afternoon; each holds only what it changed. */
const MAX_STEPS = 500;

/** An action on a file that the editor has not read. */
export class NotOpen extends Error {
  constructor(readonly path: string) {
    super(`${path} is not open.`);
  }
}

/** Holds a file as the server has it. One with unsaved changes is left as it is. */
export function open(documents: Documents, file: OpenFile): Documents {
  if (documents.pending.some((action) => action.path === file.path)) return documents;
  return { ...documents, files: new Map(documents.files).set(file.path, file) };
}

export const close = (documents: Documents, path: string): Documents => {
  if (documents.pending.some((action) => action.path === path)) return documents;
  const files = new Map(documents.files);
  files.delete(path);
  return { ...documents, files };
};

function perform(files: Map<string, OpenFile>, action: FileAction): { action: FileAction; inverse: FileAction } {
  const file = files.get(action.path);
  if (action.kind === 'create') {
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
    done.push(result.action);
    inverse.unshift(result.inverse);
  }
  return { files, done, inverse };
}

/**
 * The owner does something. Acts with the same `key`, one right after the other, are one step of undo: typing a sentence
 * is taken back as a sentence and not letter by letter.
 */
export function act(documents: Documents, label: string, actions: readonly FileAction[], key?: string): Documents {
  const { files, done, inverse } = performAll(documents, actions);
  const last = documents.past.at(-1);
  const goesOn = key !== undefined && last?.key === key && documents.future.length === 0;
  const step: Step = goesOn
    ? { ...last, actions: joined([...last.actions, ...done]), inverse: joined([...inverse, ...last.inverse]) }
    : { label, actions: done, inverse, ...(key === undefined ? {} : { key }) };
  const past = goesOn ? documents.past.slice(0, -1) : documents.past;
  return {
    ...documents,
    files,
    pending: waiting(documents, done),
    past: [...past, step].slice(-MAX_STEPS),
    future: [],
  };
}

export function undo(documents: Documents): Documents {
  const step = documents.past.at(-1);
  if (!step) return documents;
  const { files, done } = performAll(documents, step.inverse);
  return {
    ...documents,
    files,
    pending: waiting(documents, done),
    past: documents.past.slice(0, -1),
    future: [...documents.future, step],
  };
}

export function redo(documents: Documents): Documents {
  const step = documents.future.at(-1);
  if (!step) return documents;
  const { files, done } = performAll(documents, step.actions);
  return {
    ...documents,
    files,
    pending: waiting(documents, done),
    // No later act joins a step that was taken back and done again.
    past: [...documents.past, { label: step.label, actions: step.actions, inverse: step.inverse }],
    future: documents.future.slice(0, -1),
  };
}

/** What is not saved, with more of it. What is on its way stays as it was sent. */
const waiting = ({ pending, sent }: Documents, done: readonly FileAction[]): FileAction[] => [
  ...pending.slice(0, sent),
  ...joined([...pending.slice(sent), ...done]),
];

/** Neighbouring edits of one file as one, neighbouring letters of one field as one edit. */
export function joined(actions: readonly FileAction[]): FileAction[] {
  const result: FileAction[] = [];
  for (const action of actions) {
    const last = result.at(-1);
    if (action.kind === 'edit' && last?.kind === 'edit' && last.path === action.path)
      result[result.length - 1] = { ...last, edits: folded([...last.edits, ...action.edits]) };
    else if (action.kind === 'write' && last?.kind === 'write' && last.path === action.path)
      result[result.length - 1] = action;
    else result.push(action);
  }
  return result;
}

/** What goes to the server in one call, and what has to wait for its answer. */
export type Batch = { changes: WireChange[]; sent: number };

const pathsOf = (action: FileAction): string[] => (action.kind === 'rename' ? [action.path, action.to] : [action.path]);

/**
 * The next call: every file at most once, so that each change stands on a digest that the server gave. What comes after a
 * second kind of action on the same file waits for the answer of the first.
 */
export function nextBatch(documents: Documents, digests: ReadonlyMap<string, string | null>): Batch {
  const changes: WireChange[] = [];
  const touched = new Map<string, number>();
  let sent = 0;
  for (const action of documents.pending) {
    const earlier = pathsOf(action).map((path) => touched.get(path));
    if (earlier.some((index) => index !== undefined)) {
      const before = changes[earlier[0] ?? -1];
      // Edits of a file that this very call creates become part of what is created.
      if (action.kind === 'edit' && before && 'json' in before) {
        changes[earlier[0] ?? -1] = { ...before, json: apply(before.json, action.edits).document };
        sent += 1;
        continue;
      }
      if (action.kind === 'edit' && before && 'edits' in before) {
        changes[earlier[0] ?? -1] = { ...before, edits: folded([...before.edits, ...action.edits]) };
        sent += 1;
        continue;
      }
      break;
    }
    for (const path of pathsOf(action)) touched.set(path, changes.length);
    changes.push(toWire(action, digests.get(action.path) ?? null));
    sent += 1;
  }
  return { changes, sent };
}

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

/** The first `sent` actions go to the server. */
export const sending = (documents: Documents, sent: number): Documents => ({ ...documents, sent });

/** The first `sent` actions are saved; with none, what was on its way did not arrive. */
export const saved = (documents: Documents, sent: number): Documents => ({
  ...documents,
  pending: documents.pending.slice(sent),
  sent: 0,
});

/** The file as it is on the server now, with what is still unsaved done again on top of it. */
export function rebase(documents: Documents, file: OpenFile): Documents {
  const files = new Map(documents.files).set(file.path, file);
  const pending: FileAction[] = [];
  for (const action of documents.pending) {
    if (action.path !== file.path) {
      pending.push(action);
      continue;
    }
    try {
      pending.push(perform(files, action).action);
    } catch {
      // The place is gone in the newer file: there is nothing left to change.
    }
  }
  return { ...documents, files, pending };
}

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
