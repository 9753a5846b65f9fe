import { CONTENT } from './en/content.ts';
import { PANELS } from './en/panels.ts';
import { SHOP } from './en/shop.ts';
import { addTexts, type EditorText, editorLocale, filled, type Values, wordsOf } from './text.ts';

// They come with the first part that is opened, and not with the first screen.
addTexts({ ...PANELS, ...CONTENT, ...SHOP });

/** A text of the editor with `{names}` filled in. */
export const t = (key: EditorText, values: Values = {}): string => filled(wordsOf(key) ?? key, values);

/** A text of a key that is put together; the key itself, made readable, where the catalogue has none. */
export function named(prefix: string, name: string): string {
  const text = wordsOf(`${prefix}.${name}`);
  if (text !== undefined) return text;
  const plain = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase();
}

/** A counted text: `{key}.one` or `{key}.other` by the rule of the language. */
export function counted(key: string, n: number): string {
  const form = `${key}.${new Intl.PluralRules(editorLocale()).select(n)}`;
  return filled(wordsOf(form) ?? wordsOf(`${key}.other`) ?? key, { n });
}
