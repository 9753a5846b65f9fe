import { atom } from 'nanostores';
import { CallFailed, failureText, setEditorCrumb } from '../client/ask.ts';
import * as server from '../client/editor.ts';
import type { FileAnswer, ServerEvent, Site } from '../client/wire.ts';
import type { Conflict, Diagnostic, FileAction, WireChange } from '../core/change.ts';
import * as documents from '../core/documents.ts';
import { emitter, type FrameEvents, type MoveEvents, type TweakEvents } from '../core/emitter.ts';
import { rebase } from '../core/rebase.ts';
import { heldUp, SAVED, type Saving, type Trouble } from '../core/saving.ts';
import { t } from '../text/text.ts';
import { delivery } from './delivery.ts';
import { browserDrafts, type Drafts, type Tab, thisTab } from './drafts.ts';
import { keeper } from './keeper.ts';
import { resume } from './resuming.ts';
import { saver } from './saver.ts';

/** A message at the edge of the screen, until somebody closes it. */
export type Notice = { id: number; text: string; isDone: boolean };

export type Session = ReturnType<typeof createSession>;

/** Where the session keeps what is unsaved, and which of several tabs it is. */
export type Keeping = { drafts: Drafts | undefined; tab: () => Promise<Tab>; now: () => number };

const inBrowser = (): Keeping => ({ drafts: browserDrafts(), tab: thisTab, now: Date.now });

/** Everything that one open editor holds. */
export function createSession(keeping: Keeping = inBrowser()) {
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
  /** Tells that elements of lists may stand elsewhere, because another has changed their file. */
  const moves = emitter<MoveEvents>();
  /** Why some files cannot be saved, by their paths. */
  const $troubles = atom<ReadonlyMap<string, Trouble>>(new Map());
  let notices = 0;
  let kept: { stop(): void; done(): Promise<void> } | undefined;
  let keeps: { site: string; tab: Promise<Tab> } | undefined;
  /** Files that others have changed while something of ours was not saved. */
  const missed = new Set<string>();
  let isOver = false;
  let isReady: Promise<void> | undefined;
  /** Drafts of this site that could not be taken up yet. */
  let draftsLeft = 0;

  const say = (text: string, isDone = false): void =>
    $notices.set([...$notices.get(), { id: ++notices, text, isDone }]);
  const dismiss = (id: number): void => $notices.set($notices.get().filter((notice) => notice.id !== id));

  const asFile = (answer: FileAnswer): documents.OpenFile =>
    answer.json === undefined
      ? { path: answer.path, digest: answer.digest, text: answer.text ?? '' }
      : { path: answer.path, digest: answer.digest, json: answer.json };

  /** A file as the server has it; nothing when there is none. */
  const read = (path: string): Promise<documents.OpenFile | undefined> =>
    server.getFile(path).then(asFile, (thrown: unknown) => {
      if (thrown instanceof CallFailed && thrown.failure.kind === 'http' && thrown.failure.status === 404)
        return undefined;
      throw thrown;
    });

  function hold(file: documents.OpenFile): void {
    const held = $documents.get();
    if (!held.base.has(file.path) || documents.isPending(held, file.path)) {
      $documents.set(documents.open(held, file));
      return;
    }
    const rebased = rebase(held, file);
    moves.emit('moved', { path: file.path, follow: rebased.follow });
    $documents.set(rebased.documents);
  }

  const sending = delivery({
    $documents,
    $troubles,
    $diagnostics,
    signedOut: () => $signedOut.set(true),
    read,
    moved: (path, follow) => moves.emit('moved', { path, follow }),
    isOver: () => isOver,
  });

  const autosave = saver({
    next() {
      const batch = documents.nextBatch($documents.get(), new Set($troubles.get().keys()));
      if (batch.settled.length > 0) $documents.set(documents.dropped($documents.get(), batch.settled));
      return batch.parts.length > 0 ? batch : undefined;
    },
    send: sending.send,
    left: () => $documents.get().pending.length,
    heldUp: () => heldUp($troubles.get().values()),
    state: (saving) => {
      $saving.set(saving);
      if (saving.is === 'saved' && draftsLeft > 0) void takeUp();
      if (saving.is === 'saved') catchUp();
    },
    entered: () => frame.emit('save enter', undefined),
    exited: (saved) => frame.emit('save exit', { saved }),
  });

  /** Changes what is held; a step that no longer fits the files is reported and left out. */
  function change(next: (held: documents.Documents) => documents.Documents): boolean {
    try {
      const before = $documents.get();
      const after = next(before);
      if (after === before) return false;
      $documents.set(after);
      const there = new Set(before.pending);
      const paths = new Set(after.pending.filter((action) => !there.has(action)).flatMap(documents.pathsOf));
      sending.forgive((path) => paths.has(path) || !documents.isPending(after, path));
      autosave.changed();
      return true;
    } catch {
      say(t('errors.cannotApply'));
      return false;
    }
  }

  /** A step that no longer fits the files, such as one of a page that is in the bin, stands in the way of no other. */
  function step(list: 'past' | 'future', take: (held: documents.Documents) => documents.Documents): boolean {
    const before = $documents.get();
    const last = before[list].at(-1);
    if (last?.elsewhere) {
      void stepElsewhere(list, last, last.elsewhere);
      return true;
    }
    const done = change(take);
    if (!done && $documents.get() === before) $documents.set({ ...before, [list]: before[list].slice(0, -1) });
    return done;
  }

  /** A step that the server takes: all of it, or none. What came of it leads back again. */
  async function stepElsewhere(
    list: 'past' | 'future',
    last: documents.Step,
    changes: readonly WireChange[],
  ): Promise<void> {
    const held = $documents.get();
    $documents.set({ ...held, [list]: held[list].slice(0, -1) });
    const put = (on: 'past' | 'future', step: documents.Step) =>
      $documents.set({ ...$documents.get(), [on]: [...$documents.get()[on], step] });
    try {
      await autosave.save();
      const { files } = await server.postChanges([...changes]);
      const elsewhere = files.map(({ inverse }) => inverse as WireChange);
      put(list === 'past' ? 'future' : 'past', { label: last.label, actions: [], elsewhere });
    } catch (thrown) {
      put(list, last);
      const isOther = thrown instanceof CallFailed && thrown.failure.kind === 'http' && thrown.failure.status === 409;
      say(isOther ? t('errors.cannotApply') : failureText(thrown, t));
    }
  }

  /** The server has done something in many files at once; `changes` take it back. */
  const doneElsewhere = (label: string, changes: readonly WireChange[]): void =>
    $documents.set(documents.doneElsewhere($documents.get(), label, changes));

  const act = (label: string, actions: readonly FileAction[], key?: string): boolean =>
    change((held) => documents.act(held, label, actions, key));

  /** The owner has chosen, place by place, what stays where two have changed the same. */
  function resolve(choices: readonly { conflict: Conflict; keep: 'yours' | 'theirs' }[]): Promise<void> {
    let next = $documents.get();
    for (const path of new Set(choices.map(({ conflict }) => conflict.path))) {
      const there = sending.theirsOf(path);
      if (!there) continue;
      const own = choices.filter(({ conflict }) => conflict.path === path);
      const whole = own.find(({ conflict }) => conflict.pointer === '');
      if (whole || !there.file)
        next =
          (whole ?? own[0])?.keep === 'theirs'
            ? documents.yielded(next, path, there.file)
            : documents.insist(next, path, there.file);
      else {
        const given = own.filter(({ keep }) => keep === 'theirs').map(({ conflict }) => conflict.pointer);
        const rebased = rebase(documents.withdraw(next, path, given), there.file);
        next = rebased.documents;
        moves.emit('moved', { path, follow: rebased.follow });
      }
    }
    $documents.set(next);
    return autosave.resolved();
  }

  /** A file as the server has it. Rejects with `CallFailed`. */
  async function open(path: string): Promise<void> {
    if ($documents.get().files.has(path)) return;
    // The owner has taken it away, and the server does not know yet.
    if (documents.isTakenAway($documents.get(), path)) throw new CallFailed({ kind: 'http', status: 404, body: null });
    hold(asFile(await server.getFile(path)));
  }

  /** Keeps what is unsaved in the browser from now on, and takes up what was kept before. */
  async function keep(site: string): Promise<void> {
    const { drafts } = keeping;
    if (keeps || !drafts) return;
    keeps = { site, tab: keeping.tab() };
    const { name } = await keeps.tab;
    kept = keeper({
      $documents,
      drafts,
      site,
      tab: name,
      now: keeping.now,
      failed: () => say(t('saving.notKept')),
    });
    await takeUp();
  }

  /** Reads what others have changed while something of ours was not saved: an answer may have come before the news. */
  function catchUp(): void {
    for (const path of missed) {
      const known = $documents.get().base.get(path)?.digest;
      read(path).then(
        (file) => {
          if (file && file.digest !== known) hold(file);
        },
        () => undefined,
      );
    }
    missed.clear();
  }

  async function takeUp(): Promise<void> {
    const { drafts, now } = keeping;
    if (!keeps || !drafts) return;
    draftsLeft = 0;
    const parts = { drafts, tab: await keeps.tab, site: keeps.site, now, read, change, kept: async () => kept?.done() };
    const found = await resume(parts).catch(() => ({ files: 0, left: 0 }));
    draftsLeft = found.left;
    if (found.files > 0) say(t('saving.takenUp', { n: found.files }), true);
  }

  /** Files that were changed elsewhere are read again; those with unsaved changes meet theirs when they are saved. */
  async function refresh(event: ServerEvent): Promise<void> {
    for (const path of event.paths ?? []) {
      const held = $documents.get().files.get(path);
      const digest = event.digests?.[path];
      if (!held || $documents.get().base.get(path)?.digest === digest) continue;
      if (documents.isPending($documents.get(), path)) {
        missed.add(path);
        continue;
      }
      missed.delete(path);
      if (digest === null) $documents.set(documents.close($documents.get(), path));
      else
        await server.getFile(path).then(
          (answer) => hold(asFile(answer)),
          () => undefined,
        );
    }
    $changed.set($changed.get() + 1);
  }

  let faultsSaid = 0;

  /** Takes up what the site’s answer brings: the token, its faults, and what this browser kept of it. */
  function init(site: Pick<Site, 'crumb' | 'url'> & { diagnostics: readonly Diagnostic[] }): void {
    setEditorCrumb(site.crumb);
    $diagnostics.set(site.diagnostics);
    isReady ??= keep(site.url);
  }

  /** Asks for the site. Faults that came meanwhile are newer than those of the answer, and are not sent again. */
  async function loadSite(ask: () => Promise<Site>): Promise<Site> {
    const before = faultsSaid;
    const site = await ask();
    init(faultsSaid === before ? site : { ...site, diagnostics: [...$diagnostics.get()] });
    return site;
  }

  function hear(event: ServerEvent): void {
    if (event.kind === 'changed') void refresh(event);
    if (event.kind === 'built') $built.set($built.get() + 1);
    if (event.kind === 'diagnostics') {
      faultsSaid += 1;
      $diagnostics.set(event.diagnostics ?? []);
    }
    if (event.kind === 'hello') {
      $changed.set($changed.get() + 1);
      // The server is there again.
      if ($saving.get().is === 'failed') void autosave.save();
    }
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
    $troubles,
    $notices,
    $built,
    $changed,
    $signedOut,
    frame,
    tweaks,
    moves,
    act,
    doneElsewhere,
    undo: () => step('past', documents.undo),
    redo: () => step('future', documents.redo),
    /** Saves now; what was refused is tried once more. */
    save: () => {
      sending.forgive(() => true);
      return autosave.save();
    },
    resolve,
    open,
    hear,
    listen,
    say,
    dismiss,
    stop: () => {
      isOver = true;
      autosave.stop();
      kept?.stop();
    },
    /** When what was kept in the browser has been taken up. */
    ready: async (): Promise<void> => isReady,
    /** When what is unsaved now is kept in the browser. */
    kept: async (): Promise<void> => kept?.done(),
    init,
    loadSite,
  };
}
