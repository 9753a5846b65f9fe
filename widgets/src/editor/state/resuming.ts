import type { FileAction } from '../core/change.ts';
import * as documents from '../core/documents.ts';
import type { Draft, Drafts, Tab } from './drafts.ts';

/** Kept for longer than this nobody remembers it. Milliseconds. */
const OLDEST_MS = 90 * 24 * 60 * 60_000;

type Parts = {
  drafts: Drafts;
  tab: Tab;
  site: string;
  now(): number;
  /** The file as the server has it; nothing when it is gone. Rejects when nobody answers. */
  read(path: string): Promise<documents.OpenFile | undefined>;
  change(next: (held: documents.Documents) => documents.Documents): void;
  /** When what is unsaved in this page is kept by it. */
  kept(): Promise<void>;
};

/** What came of the drafts: files that are unsaved again, and drafts that wait for another time. */
export type Resumed = { files: number; left: number };

/** Takes up what was typed and not saved before the page was left: by this tab, or by one that is no longer open. */
export async function resume(parts: Parts): Promise<Resumed> {
  const now = parts.now();
  const result: Resumed = { files: 0, left: 0 };
  const all = (await parts.drafts.all()).sort((one, other) => one.updatedOn - other.updatedOn);
  for (const draft of all.filter(({ site }) => site === parts.site)) {
    if (now - draft.updatedOn > OLDEST_MS) await parts.drafts.write([], [draft.id]);
    else if (await parts.tab.isFree(draft, now)) await one(parts, draft, result);
  }
  return result;
}

async function one(parts: Parts, draft: Draft, result: Resumed): Promise<void> {
  let there: documents.OpenFile | undefined;
  try {
    there = await parts.read(draft.path);
  } catch {
    // Nobody answers: what was typed is shown all the same, and saved once somebody does.
    there = draft.base ?? undefined;
  }
  const [base, rest] = unsavedOf(draft, there);
  let isTaken = rest.length === 0;
  if (!isTaken)
    parts.change((held) => {
      if (documents.isPending(held, draft.path)) return held;
      isTaken = true;
      result.files += 1;
      return documents.resumed(held, draft.path, base, rest);
    });
  if (!isTaken) {
    result.left += 1;
    return;
  }
  // The page has it now. Only once it keeps it under its own name the old one may go.
  await parts.kept();
  await parts.drafts.write([], [draft.id]);
}

/**
 * What of a draft the server does not have: an answer may have been lost while the page was left. What it was made on
 * comes with it.
 */
export function unsavedOf(
  draft: Pick<Draft, 'path' | 'base' | 'actions'>,
  there: documents.OpenFile | undefined,
): [documents.OpenFile | null, FileAction[]] {
  const { base, path, actions } = draft;
  if ((there?.digest ?? null) === (base?.digest ?? null)) return [base, actions];
  for (let arrived = actions.length; arrived > 0; arrived -= 1) {
    const sent = documents.after(base ?? undefined, path, actions.slice(0, arrived));
    const isThere = sent && there ? documents.isAs(sent, there) : sent === there;
    if (isThere) return [there ?? null, actions.slice(arrived)];
  }
  return [base, actions];
}
