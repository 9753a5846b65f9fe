import { type EditorText, EN, type FirstText } from './en.ts';

export type { EditorText };

export type Values = Record<string, string | number>;

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

/** The words of a key, if there are any. */
export const wordsOf = (key: string): string | undefined => words[key] ?? english[key];

/** A text with `{names}` filled in. */
export const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** What says the words of one panel, which come with it, in the editor's language: English where others lack it. */
export const panelText =
  <Word extends string>(english: Record<Word, string>, others: Readonly<Record<string, Record<Word, string>>>) =>
  (key: Word, values: Values = {}): string =>
    filled((others[editorLocale().split('-')[0] ?? ''] ?? english)[key], values);

/** A text of the first screen. What opens later has all the words of the editor, by `words.ts`. */
export const t = (key: FirstText, values: Values = {}): string => filled(wordsOf(key) ?? key, values);
