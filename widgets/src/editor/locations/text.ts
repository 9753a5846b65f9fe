import { panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of locations and transfers in the editor's language, with `{names}` filled in. */
export const l = panelText(EN, WORDS);
