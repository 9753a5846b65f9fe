import type { ReadableAtom } from 'nanostores';
import type { FileAction } from '../core/change.ts';
import type { Documents } from '../core/documents.ts';
import type { Draft, Drafts } from './drafts.ts';

/** The most bytes that are kept of one file, about. A larger one is kept by the open page alone, and the page says so. */
const LARGEST = 8 << 20;

type Parts = {
  $documents: ReadableAtom<Documents>;
  drafts: Drafts;
  site: string;
  tab: string;
  now: () => number;
  /** Called once when something cannot be kept. */
  failed: () => void;
};

type Kept = { base: string | null; actions: readonly FileAction[] };

/** Keeps what is unsaved in the browser, file by file, and forgets it when it is saved. */
export function keeper({ $documents, drafts, site, tab, now, failed }: Parts) {
  const run = `${tab}-${now()}`;
  const idOf = (path: string) => `${run} ${path}`;
  let kept = new Map<string, Kept>();
  let writing: Promise<void> | undefined;
  let isStale = false;
  let isBroken = false;

  function wanted(documents: Documents): Map<string, Kept> {
    const all = new Map<string, Kept & { actions: FileAction[] }>();
    for (const action of documents.pending) {
      const there = all.get(action.path);
      if (there) there.actions.push(action);
      else all.set(action.path, { base: documents.base.get(action.path)?.digest ?? null, actions: [action] });
    }
    return all;
  }

  const isKept = (path: string, now: Kept): boolean => {
    const before = kept.get(path);
    return (
      before !== undefined &&
      before.base === now.base &&
      before.actions.length === now.actions.length &&
      before.actions.every((action, index) => action === now.actions[index])
    );
  };

  async function write(): Promise<void> {
    while (isStale) {
      isStale = false;
      const documents = $documents.get();
      const all = wanted(documents);
      const put: Draft[] = [];
      for (const [path, { actions }] of [...all].filter(([path, now]) => !isKept(path, now))) {
        const base = documents.base.get(path) ?? null;
        const draft: Draft = { id: idOf(path), site, tab, path, base, actions: [...actions], updatedOn: now() };
        if (JSON.stringify(draft).length > LARGEST) complain();
        else put.push(draft);
      }
      const remove = [...kept.keys()].filter((path) => !all.has(path)).map(idOf);
      if (put.length === 0 && remove.length === 0) continue;
      try {
        await drafts.write(put, remove);
        kept = all;
      } catch {
        complain();
        break;
      }
    }
    writing = undefined;
  }

  function complain(): void {
    if (!isBroken) failed();
    isBroken = true;
  }

  const stop = $documents.subscribe(() => {
    isStale = true;
    writing ??= Promise.resolve().then(write);
  });
  return {
    stop,
    /** When all that is unsaved now is kept. */
    done: async (): Promise<void> => writing,
  };
}
