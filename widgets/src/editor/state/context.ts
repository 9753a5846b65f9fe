import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { CallFailed } from '../client/ask.ts';
import type { Site } from '../client/wire.ts';
import type { Diagnostic } from '../core/change.ts';
import { jsonOf } from '../core/documents.ts';
import { type Edit, isInside } from '../core/edit.ts';
import { at, type Json, pointer, steps, textAt } from '../core/json.ts';
import type { Follow } from '../core/rebase.ts';
import { t } from '../text/text.ts';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);
export const SiteContext = createContext<Site | null>(null);

/** The open editor. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This part stands outside of the editor.');
  return session;
}

/** The site as a whole. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('This part stands before the site is known.');
  return site;
}

export type Opened = { is: 'loading' } | { is: 'ready' } | { is: 'missing' } | { is: 'failed'; retry: () => void };

/** Opens a file, and tells how that went (E-020, E-021). */
export function useOpened(path: string): Opened {
  const session = useSession();
  const documents = useStore(session.$documents);
  const [problem, setProblem] = useState<{ path: string; is: 'missing' | 'failed' } | null>(null);
  const [tries, setTries] = useState(0);
  const held = documents.files.has(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again
  useEffect(() => {
    if (held) return;
    let current = true;
    session.open(path).catch((thrown: unknown) => {
      if (!current) return;
      const gone = thrown instanceof CallFailed && thrown.failure.kind === 'http' && thrown.failure.status === 404;
      setProblem({ path, is: gone ? 'missing' : 'failed' });
    });
    return () => {
      current = false;
    };
  }, [session, path, held, tries]);
  const retry = useCallback(() => {
    setProblem(null);
    setTries((count) => count + 1);
  }, []);
  if (held) return { is: 'ready' };
  if (problem?.path !== path) return { is: 'loading' };
  return problem.is === 'missing' ? { is: 'missing' } : { is: 'failed', retry };
}

/** The data of a file that is open. */
export function useJson(path: string): Json | undefined {
  return jsonOf(useStore(useSession().$documents), path);
}

/**
 * A place in a file that stays with what stands there when another changes the file: `shift` gets where a pointer leads
 * now, or nothing when what it led to is gone.
 */
export function useMoves(path: string, shift: (follow: Follow) => void): void {
  const session = useSession();
  const latest = useRef(shift);
  useEffect(() => {
    latest.current = shift;
  });
  useEffect(
    () => session.moves.on('moved', (moved) => (moved.path === path ? latest.current(moved.follow) : undefined)),
    [session, path],
  );
}

/** The number of an element of a list, which is another when somebody has moved it, and none when it is gone. */
export function useElement(path: string, list: string): [number | null, (index: number | null) => void] {
  const [index, setIndex] = useState<number | null>(null);
  useMoves(path, (follow) => {
    if (index === null) return;
    const now = follow(list + pointer(index));
    setIndex(now === undefined ? null : Number(steps(now).at(-1)));
  });
  return [index, setIndex];
}

/** One value of a file, and how to set it. Characters typed one after the other are one step of undo. */
export function useValue(path: string, pointer: string, label: string): [Json | undefined, (value: Json) => void] {
  const session = useSession();
  const value = at(useJson(path), pointer);
  const set = useCallback(
    (next: Json) =>
      void session.act(
        label,
        [{ kind: 'edit', path, edits: [{ op: 'set', pointer, value: next }] }],
        `${path}#${pointer}`,
      ),
    [session, path, pointer, label],
  );
  return [value, set];
}

/** The same for a text. */
export function useText(path: string, pointer: string, label: string): [string, (value: string) => void] {
  const [, set] = useValue(path, pointer, label);
  return [textAt(useJson(path), pointer), set];
}

/** The faults of a value, or with `inside` of anything in it: what holds up saving it, and what is not finished. */
export function useFaults(path: string, pointer: string, inside = false): readonly Diagnostic[] {
  const session = useSession();
  const trouble = useStore(session.$troubles).get(path);
  const general = useStore(session.$diagnostics);
  const all = trouble?.is === 'refused' ? [...trouble.diagnostics, ...general] : general;
  const isMeant = ({ file, pointer: place }: Diagnostic) =>
    file === path && typeof place === 'string' && (place === pointer || (inside && isInside(place, pointer)));
  const seen = new Set<string>();
  return all.filter((fault) => {
    const isNew = isMeant(fault) && !seen.has(fault.message);
    seen.add(fault.message);
    return isNew;
  });
}

/** The same in words, for a field; undefined when there is nothing to say. */
export function useFault(path: string, pointer: string): string | undefined {
  const [fault] = useFaults(path, pointer);
  if (!fault) return undefined;
  return fault.code === 'json-missing' ? t('saving.needed') : fault.message;
}

/** Does edits to one file. */
export function useEdit(path: string): (label: string, edits: readonly Edit[], key?: string) => boolean {
  const session = useSession();
  return useCallback(
    (label, edits, key) => edits.length > 0 && session.act(label, [{ kind: 'edit', path, edits: [...edits] }], key),
    [session, path],
  );
}
