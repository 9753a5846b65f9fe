import { MANAGE } from './en/manage.ts';
import { addTexts, t } from './text.ts';

export type ManageText = keyof typeof MANAGE;
addTexts(MANAGE);

/** A text of the panels that manage pages and the shop: it comes with them, and not with the first screen. */
export const m = (key: ManageText, values: Record<string, string | number> = {}): string => t(key, values);
