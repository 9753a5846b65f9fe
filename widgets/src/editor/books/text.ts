import { moments, numbers } from '../text/formats.ts';
import { editorLocale, panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of these panels in the editor's language, with `{names}` filled in. */
export const w = panelText(EN, WORDS);

/** A day as `2026-11-30`, in the editor's language. */
export const dayOf = (day: string): string =>
  moments({ dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00Z`));

/** A whole number. */
export const whole = (n: number): string => numbers().format(n);

/** How many orders, by the rule of the language. */
export const ordersOf = (n: number): string =>
  w(new Intl.PluralRules(editorLocale()).select(n) === 'one' ? 'ordersOf.one' : 'ordersOf.other', { n: whole(n) });

/** How a subscription may stand. */
export const STATUSES = ['active', 'paused', 'past_due', 'cancelled', 'ended'] as const;

/** How a subscription stands, in words; what is not known as it is. */
export function standing(status: string): string {
  const known = STATUSES.find((one) => one === status);
  return known ? w(`status.${known}`) : status;
}
