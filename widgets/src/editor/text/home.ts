import { HOME } from './en/home.ts';
import { addTexts, filled, type Values, wordsOf } from './text.ts';

export type HomeText = keyof typeof HOME;
addTexts(HOME);

/** A text of the first panel: it comes with it. */
export const h = (key: HomeText, values: Values = {}): string => filled(wordsOf(key) ?? key, values);
