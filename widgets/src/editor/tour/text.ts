import { panelText } from '../text/text.ts';
import { DE } from './words/de.ts';
import { EN, type Word } from './words/en.ts';
import { ES } from './words/es.ts';
import { FR } from './words/fr.ts';

const WORDS: Readonly<Record<string, Record<Word, string>>> = { de: DE, fr: FR, es: ES };

/** A word of the tour in the editor's language, with `{names}` filled in. */
export const u = panelText(EN, WORDS);
