import type { components } from '../../contract/editor.gen.ts';
import { eachLine, send } from '../client/ask.ts';

type Schemas = components['schemas'];
export type Plan = Schemas['ProductListPlan'];
export type Line = Schemas['ProductListLine'];
export type Imported = Extract<Line, { kind: 'imported' }>;
export type Present = 'update' | 'leave' | 'add';

/** What is wished of a list: no folder is a new page. */
export type Wish = { folder: string; title: string; present: Present; drafts: boolean };
export const PRESENT: readonly Present[] = ['update', 'leave', 'add'];

const queryOf = ({ folder, title, present, drafts }: Wish) => ({
  folder: folder || undefined,
  title: folder ? undefined : title.trim() || undefined,
  present,
  drafts,
});

/** What a list would do. Rejects with `CallFailed`. */
export async function lookAt(file: File, wish: Wish): Promise<Plan> {
  const answer = await send('POST', 'products/list', { query: { ...queryOf(wish), dryRun: true }, file });
  return (await answer.json()) as Plan;
}

/** Brings a list in, and tells of every step as it happens. Rejects with `CallFailed`. */
export const bringIn = async (
  file: File,
  wish: Wish & { pictures: boolean; plan: string },
  onLine: (line: Line) => void,
): Promise<void> =>
  eachLine(
    await send('POST', 'products/list', {
      query: { ...queryOf(wish), pictures: wish.pictures, plan: wish.plan },
      file,
    }),
    onLine,
  );
