type Words = Record<string, string>;

/** The languages beside English, by the first part of a page's `lang`. English comes with each room's own chunk. */
const LANGUAGES: Record<string, () => Promise<{ default: Words }>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
};

/** The words of a page's language; nothing for one we do not speak. */
export async function wordsOf(lang: string): Promise<Words> {
  const known = LANGUAGES[lang.slice(0, 2).toLowerCase()];
  return known ? (await known()).default : {};
}
