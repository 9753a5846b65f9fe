import { panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of bringing in a list of products, in the editor's language, with `{names}` filled in. */
export const i = panelText(EN, WORDS);
