import { atom } from 'nanostores';
import { local } from '../../platform/storage.ts';
import { type EditorText, setEditorLanguage } from './text.ts';

/** A language of the editor: its tag, its name in itself, how numbers and dates are written, and its words. */
export type Language = {
  tag: string;
  name: string;
  /** Where the browser names no country of it. */
  locale: string;
  /** Its words, in a file of their own: nobody loads what they do not read. */
  load: () => Promise<Partial<Record<EditorText, string>>>;
};

const ENGLISH: Language = { tag: 'en', name: 'English', locale: 'en-US', load: () => Promise.resolve({}) };

/** The languages of the editor, as they are offered. English is what every other falls back to. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { tag: 'de', name: 'Deutsch', locale: 'de-DE', load: async () => (await import('./de.ts')).DE },
  { tag: 'fr', name: 'Français', locale: 'fr-FR', load: async () => (await import('./fr.ts')).FR },
  { tag: 'es', name: 'Español', locale: 'es-ES', load: async () => (await import('./es.ts')).ES },
];

const KEY = 'loggia.editor.language';
const base = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
const find = (tag: string): Language | undefined => LANGUAGES.find((one) => one.tag === base(tag));

/** What the owner chose on this computer. A browser that keeps nothing has no choice to tell. */
export function chosenLanguage(): Language | undefined {
  return find(local.read(KEY) ?? '');
}

/** The first of the browser's languages that the editor speaks (`de-AT` is German), else English. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = find(tag);
    if (language) return language;
  }
  return ENGLISH;
}

/** How somebody who reads `language` writes numbers and dates: as the browser says (`de-AT`), else as most do. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.includes('-') && base(tag) === language.tag) ?? language.locale;
}

/** The language that the editor speaks now. */
export const $language = atom<Language>(ENGLISH);
let asked = 0;

/** Speaks `language` from now on; rejects, and speaks on as before, when its words do not come. */
export async function speak(language: Language): Promise<void> {
  asked += 1;
  const turn = asked;
  const words = await language.load();
  // Asked for another meanwhile: the last choice counts.
  if (turn !== asked) return;
  setEditorLanguage(localeOf(language, navigator.languages), words);
  document.documentElement.lang = language.tag;
  $language.set(language);
}

/** The owner's own choice, kept on this computer once it is spoken. */
export async function chooseLanguage(tag: string): Promise<void> {
  const language = find(tag) ?? ENGLISH;
  await speak(language);
  // Where nothing is kept the choice holds as long as the page is open.
  local.write(KEY, language.tag);
}

/** Before the first render: the owner's choice, else the best of the browser's, else English. */
export async function openLanguage(): Promise<void> {
  try {
    await speak(chosenLanguage() ?? bestLanguage(navigator.languages));
  } catch {
    await speak(ENGLISH);
  }
}
