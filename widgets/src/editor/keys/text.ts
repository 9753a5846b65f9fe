import { editorLocale, panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of the keys in the editor's language, with `{names}` filled in. */
export const k = panelText(EN, WORDS);

export const when = (moment: number): string =>
  new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
