import type { WritableAtom } from 'nanostores';
import { CallFailed, failureText, setEditorCrumb } from '../client/ask.ts';
import * as server from '../client/editor.ts';
import type { ChangeAnswer, WireConflict } from '../client/wire.ts';
import type { Diagnostic, FileAction } from '../core/change.ts';
import * as documents from '../core/documents.ts';
import { difference, type Edit } from '../core/edit.ts';
import { type Follow, rebase } from '../core/rebase.ts';
import type { Trouble } from '../core/saving.ts';
import { splitAt } from '../core/splitting.ts';
import { t } from '../text/text.ts';
import type { Outcome } from './saver.ts';

type Documents = documents.Documents;
type Part = documents.Part;

type Parts = {
  $documents: WritableAtom<Documents>;
  $troubles: WritableAtom<ReadonlyMap<string, Trouble>>;
  $diagnostics: WritableAtom<readonly Diagnostic[]>;
  signedOut: () => void;
  read: (path: string) => Promise<documents.OpenFile | undefined>;
  /** Another has changed a file: what stood in it may stand elsewhere. */
  moved: (path: string, follow: Follow) => void;
  /** Whether the page has been left: nothing is sent any more. */
  isOver: () => boolean;
};

const ANSWERED: Outcome = { type: 'answered' };

/** Refusals that say nothing of the change itself: it is tried again. */
const LATER = new Set([401, 408, 425, 429]);

/** The server was started anew, and knows nothing of who works here. */
const isForgotten = (thrown: unknown): boolean =>
  thrown instanceof CallFailed &&
  thrown.failure.kind === 'http' &&
  thrown.failure.status === 403 &&
  (thrown.failure.body as { code?: string } | null)?.code === 'crumb';

/** Nobody answered, or nobody who could tell. */
const isUnanswered = (thrown: unknown): boolean =>
  !(thrown instanceof CallFailed) ||
  thrown.failure.kind !== 'http' ||
  thrown.failure.status >= 500 ||
  LATER.has(thrown.failure.status) ||
  isForgotten(thrown);

/** Brings changes to the server. A file that cannot be saved is held up by itself, and holds up no other. */
export function delivery({ $documents, $troubles, $diagnostics, signedOut, read, moved, isOver }: Parts) {
  /** What was sent of files in calls that nobody answered: it may have arrived. */
  const unsure = new Map<string, readonly FileAction[]>();
  /** What the server has where two have changed the same; nothing where the file is gone. */
  const theirs = new Map<string, documents.OpenFile | undefined>();
  /** Files that were taken away, as they were written: undo restores them to the byte. */
  const gone = new Map<string, { text: string; was: documents.OpenFile }>();

  const trouble = (path: string, found: Trouble | undefined): void => {
    const all = new Map($troubles.get());
    if (found) all.set(path, found);
    else all.delete(path);
    $troubles.set(all);
  };
  /** What was refused may fit now: after another change of its file, or of one that it has to do with. */
  const forgive = (isMeant: (path: string) => boolean): void => {
    const left = [...$troubles.get()].filter(([path, { is }]) => is === 'conflict' || !isMeant(path));
    if (left.length < $troubles.get().size) $troubles.set(new Map(left));
  };

  async function send(batch: documents.Batch): Promise<Outcome> {
    onTheWay(batch.parts.flatMap((part) => part.actions));
    const deliver = async () => {
      const parts = await unarrived(batch.parts);
      return parts.length === 0 ? ANSWERED : together(parts);
    };
    try {
      return await deliver().catch(async (thrown: unknown) => {
        if (!isForgotten(thrown)) throw thrown;
        setEditorCrumb((await server.getSite()).crumb);
        return deliver();
      });
    } catch (thrown) {
      if (thrown instanceof CallFailed && thrown.failure.kind === 'http' && thrown.failure.status === 401) signedOut();
      return { type: 'failed', message: failureText(thrown, t) };
    } finally {
      onTheWay([]);
    }
  }

  /** What may be with the server stays as it was sent: whatever is typed now stands behind it. */
  function onTheWay(actions: readonly FileAction[]): void {
    $documents.set(documents.sending($documents.get(), [...actions, ...[...unsure.values()].flat()]));
  }

  /** Those that did not arrive with a call before that nobody answered. */
  async function unarrived(parts: readonly Part[]): Promise<Part[]> {
    const rest: Part[] = [];
    for (const part of parts) {
      const { path } = part.change;
      const sent = unsure.get(path);
      const there = sent && (await read(path));
      const base = $documents.get().base.get(path);
      const isOther = sent !== undefined && (there?.digest ?? null) !== (base?.digest ?? null);
      const wanted = isOther ? documents.after(base, path, sent) : undefined;
      unsure.delete(path);
      // What was done since is sent next, on what is there now.
      if (sent && isOther && (wanted && there ? documents.isAs(wanted, there) : wanted === there))
        settle({ change: part.change, actions: [...sent] }, { path, digest: there?.digest ?? null });
      else rest.push(part);
    }
    return rest;
  }

  /** All in one call; when that is refused, one by one, so that it is known which could not. */
  async function together(parts: readonly Part[]): Promise<Outcome> {
    if (parts.length > 1) {
      try {
        answered(parts, await post(parts));
        return ANSWERED;
      } catch (thrown) {
        if (isUnanswered(thrown)) throw thrown;
      }
    }
    for (const part of parts) await alone(part);
    return ANSWERED;
  }

  async function alone(part: Part): Promise<void> {
    try {
      answered([part], await post([part]));
    } catch (thrown) {
      if (isUnanswered(thrown)) throw thrown;
      const { status, body, message } = (thrown as CallFailed).failure as {
        status: number;
        body: unknown;
        message?: string;
      };
      const answer = (body ?? {}) as { code?: string; conflicts?: WireConflict[]; diagnostics?: Diagnostic[] };
      if (status === 409 && answer.conflicts) return conflicted(part, answer.conflicts);
      if (status === 422 && answer.diagnostics) return refused(part, answer.diagnostics);
      if (status === 400 && (await restated(part))) return;
      const { path } = part.change;
      const text = message ?? t('errors.unknown');
      trouble(path, {
        is: 'refused',
        diagnostics: [{ code: answer.code ?? `http-${status}`, message: text, file: path }],
      });
    }
  }

  /** Edits that cannot be done one by one are sent as the difference they come to. */
  async function restated(part: Part): Promise<boolean> {
    const { path } = part.change;
    const base = $documents.get().base.get(path);
    const mine = documents.after(base, path, part.actions);
    if (!('edits' in part.change) || !base || !mine || !('json' in base) || !('json' in mine)) return false;
    const edits = difference(base.json, mine.json);
    const plain: Part = { change: { path, baseDigest: base.digest, edits }, actions: part.actions };
    try {
      answered([plain], await post([plain]));
      return true;
    } catch (thrown) {
      if (isUnanswered(thrown)) throw thrown;
      return false;
    }
  }

  /** What is wrong waits; the rest of the file is saved. */
  async function refused(part: Part, diagnostics: Diagnostic[]): Promise<void> {
    const { change } = part;
    const base = $documents.get().base.get(change.path);
    const split =
      'edits' in change && base && 'json' in base ? splitAt(base.json, change.edits, diagnostics) : undefined;
    if (split) {
      const { path, baseDigest } = change;
      const taken: FileAction = { kind: 'edit', path, edits: split.taken };
      const held: FileAction = { kind: 'edit', path, edits: split.refused };
      $documents.set(documents.replaced($documents.get(), part.actions, [taken, held]));
      onTheWay([taken]);
      const first: Part = { change: { path, baseDigest, edits: split.taken }, actions: [taken] };
      try {
        answered([first], await post([first]));
      } catch (thrown) {
        if (isUnanswered(thrown)) throw thrown;
      }
    }
    trouble(change.path, { is: 'refused', diagnostics });
  }

  function conflicted(part: Part, conflicts: WireConflict[]): void {
    const { path } = part.change;
    const [first] = conflicts;
    const file = first ? fileOf(first) : undefined;
    const mine = documents.after($documents.get().base.get(path), path, part.actions);
    // Another has written the very same.
    if (mine && file && documents.isAs(mine, file)) {
      settle(part, { path, digest: file.digest });
      return;
    }
    theirs.set(path, file);
    trouble(path, { is: 'conflict', conflicts });
  }

  async function post(parts: readonly Part[]): Promise<ChangeAnswer> {
    if (isOver()) throw new CallFailed({ kind: 'offline' });
    try {
      return await server.postChanges(parts.map(({ change }) => asItWas(change)));
    } catch (thrown) {
      // A refusal says that nothing was written.
      if (isUnanswered(thrown) && !isForgotten(thrown))
        for (const { change, actions } of parts) unsure.set(change.path, actions);
      throw thrown;
    }
  }

  /** A file that comes back comes back as it was written. */
  function asItWas(change: Part['change']): Part['change'] {
    const before = gone.get(change.path);
    if (!before || !('json' in change) || !documents.isAs(before.was, { json: change.json })) return change;
    return { path: change.path, baseDigest: change.baseDigest, text: before.text };
  }

  function answered(parts: readonly Part[], answer: ChangeAnswer): void {
    for (const { path, digest, inverse } of answer.files) {
      const was = $documents.get().base.get(path);
      if (!digest && typeof inverse?.text === 'string' && was) gone.set(path, { text: inverse.text, was });
    }
    const actions = parts.flatMap((part) => part.actions);
    const before = $documents.get();
    let next = documents.saved(before, actions, answer.files.map(asAnswered));
    for (const { path, digest, merged, json, inverse } of answer.files) {
      if (!merged || !digest || json === undefined) continue;
      const done = actions.filter((action) => action.path === path);
      const edits = (inverse?.edits ?? []) as Edit[];
      const rebased = rebase(next, { path, digest, json }, { base: before.base.get(path), done, inverse: edits });
      next = rebased.documents;
      moved(path, rebased.follow);
    }
    $documents.set(next);
    $diagnostics.set(answer.diagnostics ?? []);
    for (const part of parts) forget(part.change.path);
    forgive(() => true);
  }

  function settle(part: Part, file: documents.Answered): void {
    $documents.set(documents.saved($documents.get(), part.actions, [file]));
    forget(part.change.path);
  }

  function forget(path: string): void {
    unsure.delete(path);
    theirs.delete(path);
    trouble(path, undefined);
  }

  return {
    send,
    forgive,
    /** What the server had where two have changed the same; given once. */
    theirsOf(path: string): { file: documents.OpenFile | undefined } | undefined {
      if (!theirs.has(path)) return undefined;
      const file = theirs.get(path);
      forget(path);
      return { file };
    },
  };
}

/** A file that was taken away has no digest. */
const asAnswered = ({ digest, ...file }: ChangeAnswer['files'][number]): documents.Answered => ({
  ...file,
  digest: digest ?? null,
});

function fileOf(conflict: WireConflict): documents.OpenFile | undefined {
  if (!conflict.digest) return undefined;
  const { path, digest } = conflict;
  return conflict.json === undefined
    ? { path, digest, text: conflict.text ?? '' }
    : { path, digest, json: conflict.json };
}
