import { editorLocale, panelText } from '../text/text.ts';
import { EN, type Word } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of these panels in the editor's language, with `{names}` filled in. */
export const k = panelText(EN, WORDS);

/** A count in words, by the rule of the language. */
export const counted = (what: 'chosen' | 'members', n: number): string => {
  const form = new Intl.PluralRules(editorLocale()).select(n) === 'one' ? 'one' : 'other';
  const word: Word = `${what}.${form}`;
  return k(word, { n });
};
