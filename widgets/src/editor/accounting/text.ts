import { panelText } from '../text/text.ts';
import { EN, type Word } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of this panel in the editor's language, with `{names}` filled in. */
export const a = panelText(EN, WORDS);

/** Who took the money, as people know them. */
export function providerOf(provider: string): string {
  const key = `provider.${provider || 'other'}`;
  return key in EN ? a(key as Word) : provider;
}
