import { CallError } from '../../client/failure.ts';
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

/** What the shop says against something. */
export function refusalOf(thrown: unknown): string {
  if (thrown instanceof CallError) return thrown.failure.message || a('failed');
  const text = thrown instanceof Error ? thrown.message : '';
  return text && !text.startsWith('HTTP ') && !(thrown instanceof TypeError) ? text : a('failed');
}
