import { editorLocale, panelText } from '../text/text.ts';
import { EN, type Word } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of bringing customers and orders, in the editor's language, with `{names}` filled in. */
export const b = panelText(EN, WORDS);

const isWord = (key: string): key is Word => Object.hasOwn(EN, key);

/** What a file has, in words: the server may know of more kinds than this page does. */
export const kindOf = (what: string): string => {
  const word = `what.${what}`;
  return isWord(word) ? b(word) : what;
};

/** Why a file was refused, by the code of the refusal where its reason is known. */
export const whyRefused = (code: string, message: string): string => {
  const word = `why.${code}`;
  return isWord(word) ? b(word) : message;
};

/** A number in the editor's language. */
export const whole = (n: number): string => n.toLocaleString(editorLocale());
