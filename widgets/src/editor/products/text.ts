import { panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of the list of products in the editor's language, with `{names}` filled in. */
export const g = panelText(EN, WORDS);
