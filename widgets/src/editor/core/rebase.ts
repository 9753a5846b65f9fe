import type { FileAction } from './change.ts';
import { after, type Documents, type OpenFile, perform, type Step } from './documents.ts';
import { apply, type Edit } from './edit.ts';
import { SideBySide } from './following.ts';
import { same } from './json.ts';

/** What the server has merged: the file that the editor knew, what it did in it, and what would take that back. */
export type Merged = { base: OpenFile | undefined; done: readonly FileAction[]; inverse: readonly Edit[] };

/** Where what stood in a file stands now; nothing when it is gone. */
export type Follow = (pointer: string) => string | undefined;

export type Rebased = { documents: Documents; follow: Follow };

/**
 * The file as it is on the server now, with what is still unsaved done again on top of it, and what can be undone and
 * redone: in the elements of lists that it was done in, wherever another has moved them.
 */
export function rebase(documents: Documents, file: OpenFile, merged?: Merged): Rebased {
  const known = documents.base.get(file.path);
  const files = new Map(documents.files).set(file.path, file);
  let sides = known && sideBySide(known, file, merged);
  const pending: FileAction[] = [];
  for (const action of documents.pending) {
    if (action.path !== file.path) {
      pending.push(action);
      continue;
    }
    const next = action.kind === 'edit' && sides ? followed(action, sides) : action;
    if (action.kind !== 'edit') sides = undefined;
    try {
      const done = next && perform(files, next).action;
      // What was typed while the server merged keeps what stood there when it was typed, so that the server can tell that
      // another has changed the same; what the owner has decided counts for what stands there now.
      if (done) pending.push(merged && sides ? next : done);
    } catch {
      // The place is gone in the newer file: there is nothing left to change.
    }
  }
  const base = new Map(documents.base).set(file.path, file);
  const steps = (all: readonly Step[]) => (sides ? followedSteps(all, file.path, sides.copy()) : all);
  return {
    documents: { ...documents, base, files, pending, past: steps(documents.past), future: steps(documents.future) },
    follow: (pointer) => (sides ? sides.follow(pointer) : pointer),
  };
}

/** The file as the editor knew it, with what was saved just now done, beside the file as it is. */
function sideBySide(known: OpenFile, file: OpenFile, merged: Merged | undefined): SideBySide | undefined {
  if (!('json' in file)) return undefined;
  if (!merged) return 'json' in known ? new SideBySide(known.json, file.json) : undefined;
  const { base, done, inverse } = merged;
  if (!base || !('json' in base)) return undefined;
  try {
    // As it was before it was merged: there the elements are told apart, and those that are new are known from then on.
    const sides = new SideBySide(base.json, apply(file.json, inverse).document);
    for (const action of done) if (action.kind === 'edit') for (const edit of action.edits) sides.do(edit);
    if (same(sides.now, file.json)) return sides;
  } catch {
    // The server describes what the editor did in another way.
  }
  const own = after(base, base.path, done);
  return own && 'json' in own ? new SideBySide(own.json, file.json) : undefined;
}

/** The edits that still have a place; nothing when none has. */
function followed(action: FileAction & { kind: 'edit' }, sides: SideBySide): FileAction | undefined {
  const edits = action.edits.flatMap((edit) => {
    try {
      return sides.do(edit);
    } catch {
      return [];
    }
  });
  return edits.length > 0 ? { ...action, edits } : undefined;
}

/** Steps of undo or redo, the next one last, as they are to be taken in the newer file. */
function followedSteps(all: readonly Step[], path: string, from: SideBySide): Step[] {
  const steps: Step[] = [];
  let sides: SideBySide | undefined = from;
  for (const step of all.toReversed()) {
    const actions = step.actions.flatMap((action): FileAction[] => {
      if (action.path !== path || !sides) return [action];
      const next = action.kind === 'edit' ? followed(action, sides) : action;
      if (action.kind !== 'edit') sides = undefined;
      return next ? [next] : [];
    });
    if (actions.length > 0) steps.unshift({ ...step, actions });
  }
  return steps;
}
