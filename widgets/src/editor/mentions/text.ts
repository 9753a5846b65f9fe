import { panelText } from '../text/text.ts';
import { DE } from './words/de.ts';
import { EN } from './words/en.ts';
import { ES } from './words/es.ts';
import { FR } from './words/fr.ts';

/** A word of notes that name colleagues, in the editor's language. */
export const m = panelText(EN, { de: DE, fr: FR, es: ES });
