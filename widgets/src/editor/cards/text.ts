import { CallError } from '../../client/failure.ts';
import { editorLocale } from '../text/text.ts';
import { EN, type Word } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of these panels in the editor's language, with `{names}` filled in. */
export function c(key: Word, values: Record<string, string | number> = {}): string {
  const language = editorLocale().split('-')[0] ?? '';
  return (WORDS[language] ?? EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What the shop says against something. */
export const refusalOf = (thrown: unknown): string =>
  (thrown instanceof CallError ? thrown.failure.message : undefined) || c('failed');
