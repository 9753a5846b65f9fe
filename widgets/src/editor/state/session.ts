import { atom } from 'nanostores';
import { CallFailed, failureText, setEditorCrumb } from '../client/ask.ts';
import * as server from '../client/editor.ts';
import type { FileAnswer, ServerEvent, Site, WireConflict } from '../client/wire.ts';
import type { Conflict, Diagnostic, FileAction } from '../core/change.ts';
import * as documents from '../core/documents.ts';
import { emitter, type FrameEvents, type TweakEvents } from '../core/emitter.ts';
import type { Saving } from '../core/saving.ts';
import { SAVED } from '../core/saving.ts';
import { t } from '../text/text.ts';
import { type Outcome, saver } from './saver.ts';

/** A message at the edge of the screen, until somebody closes it. */
export type Notice = { id: number; text: string };

export type Session = ReturnType<typeof createSession>;

/** Everything that one open editor holds. */
export function createSession() {
  const $documents = atom<documents.Documents>(documents.nothingOpen);
  const $saving = atom<Saving>(SAVED);
  const $diagnostics = atom<readonly Diagnostic[]>([]);
  const $notices = atom<readonly Notice[]>([]);
  /** Grows when the pages are up to date: the frame shows them anew. */
  const $built = atom(0);
  /** The session is over: saving waits until somebody has signed in again. */
  const $signedOut = atom(false);
  /** Grows when lists may be stale. */
  const $changed = atom(0);
  const frame = emitter<FrameEvents>();
  const tweaks = emitter<TweakEvents>();
  const digests = new Map<string, string | null>();
  /** What the server holds where two have changed the same, until the owner has chosen. */
  const theirs = new Map<string, FileAnswer>();
  let notices = 0;
  /** How many of the waiting actions the server has been sent, and not answered yet. */
  let onTheWay = 0;

  const say = (text: string): void => $notices.set([...$notices.get(), { id: ++notices, text }]);
  const hush = (id: number): void => $notices.set($notices.get().filter((notice) => notice.id !== id));

  const asFile = (answer: FileAnswer): documents.OpenFile =>
    answer.json === undefined
      ? { path: answer.path, digest: answer.digest, text: answer.text ?? '' }
      : { path: answer.path, digest: answer.digest, json: answer.json };

  function hold(answer: FileAnswer): void {
    // What is unsaved was made on another file than this: it meets this one when it is saved.
    if ($documents.get().pending.some((action) => action.path === answer.path)) return;
    digests.set(answer.path, answer.digest);
    $documents.set(documents.open($documents.get(), asFile(answer)));
  }

  async function send(changes: Parameters<typeof server.postChanges>[0], sent: number): Promise<Outcome> {
    onTheWay = sent;
    try {
      const answer = await server.postChanges(changes);
      onTheWay = 0;
      let next = documents.saved($documents.get(), sent);
      for (const file of answer.files) {
        digests.set(file.path, file.digest);
        if (file.merged && file.json !== undefined)
          next = documents.rebase(next, { path: file.path, digest: file.digest, json: file.json });
      }
      for (const change of changes) if ('renameTo' in change) digests.delete(change.path);
      $documents.set(next);
      $diagnostics.set(answer.diagnostics ?? []);
      return { type: 'answered' };
    } catch (thrown) {
      onTheWay = 0;
      return outcomeOf(thrown);
    }
  }

  function outcomeOf(thrown: unknown): Outcome {
    if (thrown instanceof CallFailed && thrown.failure.kind === 'http') {
      if (thrown.failure.status === 401) $signedOut.set(true);
      const body = (thrown.failure.body ?? {}) as { conflicts?: WireConflict[]; diagnostics?: Diagnostic[] };
      if (thrown.failure.status === 409 && body.conflicts) {
        for (const conflict of body.conflicts)
          theirs.set(conflict.path, {
            path: conflict.path,
            digest: conflict.digest ?? '',
            kind: '',
            ...(conflict.json === undefined ? { text: conflict.text ?? '' } : { json: conflict.json }),
          });
        return { type: 'conflicted', conflicts: body.conflicts };
      }
      if (thrown.failure.status === 422 && body.diagnostics) return { type: 'refused', diagnostics: body.diagnostics };
    }
    return { type: 'failed', message: failureText(thrown, t) };
  }

  const autosave = saver({
    next() {
      const batch = documents.nextBatch($documents.get(), digests);
      return batch.sent > 0 ? batch : undefined;
    },
    send,
    left: () => $documents.get().pending.length,
    state: (saving) => $saving.set(saving),
    entered: () => frame.emit('save enter', undefined),
    exited: (saved) => frame.emit('save exit', { saved }),
  });

  /** Changes what is held; a step that no longer fits the files is said and left out. */
  function change(next: (held: documents.Documents) => documents.Documents): boolean {
    try {
      const before = documents.sending($documents.get(), onTheWay);
      const after = next(before);
      if (after === before) return false;
      $documents.set(after);
      autosave.changed();
      return true;
    } catch {
      say(t('errors.cannotApply'));
      return false;
    }
  }

  const act = (label: string, actions: readonly FileAction[], key?: string): boolean =>
    change((held) => documents.act(held, label, actions, key));

  /** The owner has chosen, place by place, what stays where two have changed the same. */
  function resolve(choices: readonly { conflict: Conflict; keep: 'yours' | 'theirs' }[]): Promise<void> {
    let next = $documents.get();
    for (const { conflict, keep } of choices)
      if (keep === 'theirs') next = documents.withdraw(next, conflict.path, [conflict.pointer]);
    for (const path of new Set(choices.map(({ conflict }) => conflict.path))) {
      const file = theirs.get(path);
      if (!file) continue;
      digests.set(path, file.digest || null);
      next = documents.rebase(next, asFile(file));
      theirs.delete(path);
    }
    $documents.set(next);
    return autosave.resolved();
  }

  /** A file as the server has it. Rejects with `CallFailed`. */
  async function open(path: string): Promise<void> {
    if ($documents.get().files.has(path)) return;
    hold(await server.getFile(path));
  }

  /** Files that were changed elsewhere are read again; those with unsaved changes meet theirs when they are saved. */
  async function refresh(event: ServerEvent): Promise<void> {
    for (const path of event.paths ?? []) {
      const held = $documents.get().files.get(path);
      const digest = event.digests?.[path];
      if (!held || digests.get(path) === digest) continue;
      if ($documents.get().pending.some((action) => action.path === path)) continue;
      if (digest === null) $documents.set(documents.close($documents.get(), path));
      else await server.getFile(path).then(hold, () => undefined);
    }
    $changed.set($changed.get() + 1);
  }

  function hear(event: ServerEvent): void {
    if (event.kind === 'changed') void refresh(event);
    if (event.kind === 'built') $built.set($built.get() + 1);
    if (event.kind === 'diagnostics') $diagnostics.set(event.diagnostics ?? []);
    if (event.kind === 'hello') $changed.set($changed.get() + 1);
  }

  /** Listens to the server; the answer ends it. */
  function listen(): () => void {
    if (typeof EventSource === 'undefined') return () => undefined;
    const source = new EventSource('/config/api/events');
    source.addEventListener('editor', (event) => hear(JSON.parse((event as MessageEvent<string>).data) as ServerEvent));
    return () => source.close();
  }

  return {
    $documents,
    $saving,
    $diagnostics,
    $notices,
    $built,
    $changed,
    $signedOut,
    frame,
    tweaks,
    act,
    undo: () => change(documents.undo),
    redo: () => change(documents.redo),
    save: () => autosave.save(),
    resolve,
    open,
    hear,
    listen,
    say,
    hush,
    stop: () => autosave.stop(),
    /** What the site's answer says of itself. */
    greet(site: Site): void {
      setEditorCrumb(site.crumb);
      $diagnostics.set(site.diagnostics);
    },
  };
}
