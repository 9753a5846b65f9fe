import { editorLocale } from '../text/text.ts';
import { EN, type Word } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of these panels in the editor's language, with `{names}` filled in. */
export function w(key: Word, values: Record<string, string | number> = {}): string {
  const language = editorLocale().split('-')[0] ?? '';
  return (WORDS[language] ?? EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
