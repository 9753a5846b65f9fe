import { DE } from './words/de.ts';
import type { Word } from './words/en.ts';
import { ES } from './words/es.ts';
import { FR } from './words/fr.ts';

/** The words of subscriptions in other languages than English. */
export const WORDS: Readonly<Record<string, Record<Word, string>>> = { de: DE, fr: FR, es: ES };
