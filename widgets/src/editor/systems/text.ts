import { editorLocale, panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of this panel in the editor's language, with `{names}` filled in. */
export const h = panelText(EN, WORDS);

/** How often something was tried, by the rule of the language. */
export const triesOf = (n: number): string =>
  h(new Intl.PluralRules(editorLocale()).select(n) === 'one' ? 'tries.one' : 'tries.other', { n });
