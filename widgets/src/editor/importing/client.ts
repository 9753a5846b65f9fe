import type { components } from '../../contract/editor.gen.ts';
import { eachLine, send } from '../client/ask.ts';

type Schemas = components['schemas'];
export type Plan = Schemas['ProductListPlan'];
export type Line = Schemas['ProductListLine'];
export type Imported = Extract<Line, { kind: 'imported' }>;
export type Present = 'update' | 'leave' | 'add';

/** How a list is brought in: no folder is a new page. */
export type ImportOptions = { folder: string; title: string; present: Present; drafts: boolean };
export const PRESENT: readonly Present[] = ['update', 'leave', 'add'];

const queryOf = ({ folder, title, present, drafts }: ImportOptions) => ({
  folder: folder || undefined,
  title: folder ? undefined : title.trim() || undefined,
  present,
  drafts,
});

/** What a list would do. Rejects with `CallFailed`. */
export async function lookAt(file: File, options: ImportOptions): Promise<Plan> {
  const answer = await send('POST', 'products/list', { query: { ...queryOf(options), dryRun: true }, file });
  return (await answer.json()) as Plan;
}

/** Brings a list in, and tells of every step as it happens. Rejects with `CallFailed`. */
export const bringIn = async (
  file: File,
  options: ImportOptions & { pictures: boolean; plan: string },
  onLine: (line: Line) => void,
): Promise<void> =>
  eachLine(
    await send('POST', 'products/list', {
      query: { ...queryOf(options), pictures: options.pictures, plan: options.plan },
      file,
    }),
    onLine,
  );
