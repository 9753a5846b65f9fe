import { SHOP_TEXTS } from './catalogue/shop.ts';
import type { Catalogue, TextKey } from './keys.ts';

type Values = Record<string, string | number>;
type Translation = { overrides: Record<string, string>; locale: string };

let translation: Translation | undefined;
const defaults: Partial<Catalogue> = { ...SHOP_TEXTS };

let language: Record<string, string> = {};

/** Brings in the words of the page's language; what it lacks stays English. */
export function setLanguage(words: Record<string, string>): void {
  language = words;
}

/** Brings in the default texts of a room, with its first chunk. */
export function addTexts(texts: Partial<Catalogue>): void {
  Object.assign(defaults, texts);
}

/**
 * Makes the texts ready: the site's own strings (`localizedStrings`) stand before ours, key by key (W-021).
 * `{name}` is filled in; counted texts have two keys with the endings `One` and `Other`.
 */
export function initTexts(overrides: Record<string, string> = {}, locale = 'en-US'): void {
  translation = { overrides, locale };
}

function current(): Translation {
  if (!translation) throw new Error('Translation instance not initialised'); // W-020
  return translation;
}

/** The site's locale as `Intl` takes it. */
export const locale = (): string => current().locale;

/** A count in the digits and groups of the site's locale. */
export const count = (n: number): string => n.toLocaleString(locale());

/**
 * The site's own string under a key, else the language's under `spoken`, else ours, with `{names}` filled in. Names without a
 * value stay as written. A site's string that only repeats our English is no string of its own.
 */
export function override(key: string, ours: string, values: Values, spoken = key): string {
  const own = current().overrides[key];
  const pattern = own === undefined || own === '' || own === ours ? (language[spoken] ?? ours) : own;
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? count(value) : value;
  });
}

/** A text of the catalogue, in the site's words. One that nobody brought in is an error, and never shown as its key. */
export function text(key: TextKey, values: Values = {}): string {
  if (!(key in defaults || key in language)) reportError(Error(key));
  return override(key, defaults[key] ?? '', values);
}

/**
 * A counted text by the plural rule of the site's locale: `{key}One`, `{key}Few`, … where the language has it, else `{key}Other`.
 * Ours are English, and go by its rule whatever the locale is: `One` and `Other`.
 */
export function plural<K extends string>(key: K & (`${K}Other` extends TextKey ? unknown : never), n: number): string {
  const category = new Intl.PluralRules(locale()).select(n);
  const form = `${key}${category[0]?.toUpperCase()}${category.slice(1)}`;
  const spoken = form in language ? form : `${key}Other`;
  return text((spoken in language ? spoken : `${key}${n === 1 ? 'One' : 'Other'}`) as TextKey, { n });
}

/** 'Size', 'Size and Color', 'Size, Color and Fit' (W-044…W-047). */
export function joinWithAnd(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return text('joinTwo', { first: names.slice(0, -1).join(', '), last });
}
