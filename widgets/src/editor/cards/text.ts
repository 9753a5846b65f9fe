import { panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of these panels in the editor's language, with `{names}` filled in. */
export const c = panelText(EN, WORDS);
