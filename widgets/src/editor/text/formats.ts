/** How numbers and days are written in the editor's language. Each form is made once: making one takes longer than a row of a list. */
import { editorLocale } from './text.ts';

type Form = Intl.NumberFormat | Intl.DateTimeFormat;
const made = new Map<string, Form>();

function kept<F extends Form>(kind: string, options: object, make: (locale: string) => F): F {
  const key = `${kind} ${editorLocale()} ${JSON.stringify(options)}`;
  const known = made.get(key) as F | undefined;
  if (known) return known;
  const form = make(editorLocale());
  made.set(key, form);
  return form;
}

/** The form of numbers with these options. */
export const numbers = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept('numbers', options, (locale) => new Intl.NumberFormat(locale, options));

/** The form of days and moments with these options. */
export const moments = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept('moments', options, (locale) => new Intl.DateTimeFormat(locale, options));
