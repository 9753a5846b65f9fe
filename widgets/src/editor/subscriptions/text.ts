import { whole } from '../books/text.ts';
import { editorLocale, panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of subscriptions in the editor's language, with `{names}` filled in. */
export const s = panelText(EN, WORDS);

/** How many payments, by the rule of the language. */
export const paymentsOf = (n: number): string =>
  s(new Intl.PluralRules(editorLocale()).select(n) === 'one' ? 'cycles.one' : 'cycles.other', { n: whole(n) });
