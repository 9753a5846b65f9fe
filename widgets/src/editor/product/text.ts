import { editorLocale, filled, type Values } from '../text/text.ts';
import { EN, type Word } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of these forms in the editor's language, with `{names}` filled in. */
export const s = (key: Word, values: Values = {}): string =>
  filled((WORDS[editorLocale().split('-')[0] ?? ''] ?? EN)[key], values);
