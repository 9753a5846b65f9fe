import type { FileAction } from '../core/change.ts';
import type { OpenFile } from '../core/documents.ts';

/** What is unsaved of one file, as the browser keeps it until the server has it. */
export type Draft = {
  id: string;
  /** The site, by its address: one browser may know several under one origin. */
  site: string;
  /** The tab that it was typed in. */
  tab: string;
  path: string;
  /** The file that it was made on, with its digest; null where there was none. */
  base: OpenFile | null;
  actions: FileAction[];
  /** Milliseconds since 1970. */
  updatedOn: number;
};

/** Where drafts are kept. Rejects when the browser keeps nothing. */
export type Drafts = {
  all(): Promise<Draft[]>;
  /** Both, or neither. */
  write(put: readonly Draft[], remove: readonly string[]): Promise<void>;
};

const NAME = 'loggia-editor';
const STORE = 'drafts';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'id' });
  };
  return settled(request);
}

/** The browser's own store, which outlives the page, the browser and a power cut. */
export function browserDrafts(): Drafts | undefined {
  if (typeof indexedDB === 'undefined') return undefined;
  let database: Promise<IDBDatabase> | undefined;
  const db = () => {
    database ??= opened();
    return database;
  };
  return {
    all: async () => settled((await db()).transaction(STORE).objectStore(STORE).getAll() as IDBRequest<Draft[]>),
    write: async (put, remove) => {
      const transaction = (await db()).transaction(STORE, 'readwrite');
      const store = transaction.objectStore(STORE);
      for (const id of remove) store.delete(id);
      for (const draft of put) store.put(draft);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('The browser keeps nothing.'));
        transaction.onerror = () => reject(transaction.error ?? new Error('The browser keeps nothing.'));
      });
    },
  };
}

const TAB = 'loggia-editor-tab';
const lockOf = (tab: string): string => `${NAME} ${tab}`;
/** How long the page before, which is just being left, may still count as open. Milliseconds. */
const LEAVING_MS = 1000;
/** Without locks nobody knows which tabs are open: a draft of another is taken up when it is as old as this. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

const fresh = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Which of several tabs this is; it keeps its name when it is loaded again, and a copy of it gets another. */
export type Tab = { name: string; isFree(draft: Draft, now: number): Promise<boolean> };

export async function thisTab(): Promise<Tab> {
  const before = window.sessionStorage.getItem(TAB);
  const name = before && (await taken(before)) ? before : fresh();
  if (name !== before) await taken(name);
  window.sessionStorage.setItem(TAB, name);
  return {
    name,
    isFree: async (draft, now) => {
      if (draft.tab === name) return true;
      if (!navigator.locks) return now - draft.updatedOn > FORGOTTEN_MS;
      const { held = [] } = await navigator.locks.query();
      return !held.some((lock) => lock.name === lockOf(draft.tab));
    },
  };
}

/** Holds the name of a tab for as long as the page is open; whether nobody else has it. */
function taken(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(LEAVING_MS);
    navigator.locks
      .request(lockOf(name), { signal }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch(() => resolve(false));
  });
}
