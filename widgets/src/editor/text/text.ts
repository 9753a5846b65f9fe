import { type EditorText, EN } from './en.ts';

export type { EditorText };

type Values = Record<string, string | number>;

const english: Record<string, string> = { ...EN };

/** English words that come with a panel. */
export function addTexts(more: Readonly<Record<string, string>>): void {
  Object.assign(english, more);
}

let words: Readonly<Record<string, string>> = {};
let spoken = 'en-US';

/**
 * Another language of the editor; what it lacks stays English. It may have more than English has: the names that
 * `named` reads off their own spelling in English.
 */
export function setEditorLanguage(locale: string, translated: Partial<Record<EditorText, string>>): void {
  spoken = locale;
  words = translated;
}

/** The language of the editor, for numbers and dates. */
export const editorLocale = (): string => spoken;

/** A text of the editor with `{names}` filled in. */
export function t(key: EditorText, values: Values = {}): string {
  return (words[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}

/** A text of a key that is put together; the key itself, made readable, where the catalogue has none. */
export function named(prefix: string, name: string): string {
  const key = `${prefix}.${name}`;
  if (key in english || key in words) return t(key as EditorText);
  const plain = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase();
}

/** A counted text: `{key}.one` or `{key}.other` by the rule of the language. */
export function counted(key: string, n: number): string {
  const category = new Intl.PluralRules(spoken).select(n);
  const form = `${key}.${category}`;
  return t((form in english || form in words ? form : `${key}.other`) as EditorText, { n });
}
