import type { Conflict, Diagnostic } from './change.ts';

/** How far saving has come, as the owner sees it. */
export type Saving =
  | { is: 'saved' }
  | { is: 'unsaved' }
  | { is: 'saving' }
  | { is: 'conflict'; conflicts: Conflict[] }
  /** The files refuse what is written: shown with its place, and saved once it is put right. */
  | { is: 'refused'; diagnostics: Diagnostic[] }
  /** No answer, or one that says nothing: tried again by itself. */
  | { is: 'failed'; message: string; tries: number };

export type SavingEvent =
  | { type: 'changed' }
  | { type: 'sent' }
  /** `heldUp` is what stands in the way of some of what is left. */
  | { type: 'answered'; left: number; heldUp?: Saving | undefined }
  | { type: 'conflicted'; conflicts: Conflict[] }
  | { type: 'refused'; diagnostics: Diagnostic[] }
  | { type: 'failed'; message: string }
  | { type: 'resolved'; left: number; heldUp?: Saving | undefined };

export const SAVED: Saving = { is: 'saved' };

/** Why one file cannot be saved. The others are. */
export type Trouble = { is: 'conflict'; conflicts: Conflict[] } | { is: 'refused'; diagnostics: Diagnostic[] };

/** What stands in the way, over all files: a conflict is answered before a refusal is looked at. */
export function heldUp(troubles: Iterable<Trouble>): Saving | undefined {
  const all = [...troubles];
  const conflicts = all.flatMap((trouble) => (trouble.is === 'conflict' ? trouble.conflicts : []));
  if (conflicts.length > 0) return { is: 'conflict', conflicts };
  const diagnostics = all.flatMap((trouble) => (trouble.is === 'refused' ? trouble.diagnostics : []));
  return diagnostics.length > 0 ? { is: 'refused', diagnostics } : undefined;
}

/** A change waits this long for another, so that a word is one call. Milliseconds. */
export const QUIET_MS = 600;
/** So often what is typed without a pause is saved. Milliseconds. */
export const LONGEST_MS = 4000;
/** The first wait after a failure; doubled with every further one. Milliseconds. */
export const RETRY_MS = 2000;
export const LONGEST_RETRY_MS = 60_000;

export function nextSaving(state: Saving, event: SavingEvent): Saving {
  switch (event.type) {
    case 'changed':
      // A conflict is answered first; what is being saved goes on, and what came meanwhile is seen in its answer.
      return state.is === 'conflict' || state.is === 'saving' ? state : { is: 'unsaved' };
    case 'sent':
      return { is: 'saving' };
    case 'answered':
    case 'resolved':
      return event.heldUp ?? (event.left > 0 ? { is: 'unsaved' } : SAVED);
    case 'conflicted':
      return { is: 'conflict', conflicts: event.conflicts };
    case 'refused':
      return { is: 'refused', diagnostics: event.diagnostics };
    case 'failed':
      return { is: 'failed', message: event.message, tries: state.is === 'failed' ? state.tries + 1 : 1 };
  }
}

/** How long to wait before the next try. Milliseconds. */
export const retryAfter = (tries: number): number => Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** (tries - 1));
