import { editorLocale } from '../text/text.ts';
import { EN, type Word } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of this panel in the editor's language, with `{names}` filled in. */
export function h(key: Word, values: Record<string, string | number> = {}): string {
  const language = editorLocale().split('-')[0] ?? '';
  return (WORDS[language] ?? EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** How often something was tried, by the rule of the language. */
export const triesOf = (n: number): string =>
  h(new Intl.PluralRules(editorLocale()).select(n) === 'one' ? 'tries.one' : 'tries.other', { n });
