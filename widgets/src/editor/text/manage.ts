import { MANAGE } from './en/manage.ts';
import { addTexts, filled, type Values, wordsOf } from './text.ts';

export type ManageText = keyof typeof MANAGE;
addTexts(MANAGE);

/** A text of the panels that manage pages and the shop: it comes with them, and not with the first screen. */
export const m = (key: ManageText, values: Values = {}): string => filled(wordsOf(key) ?? key, values);
