/**
 * What a visitor answered, as one cookie of the site itself: the question's version, and a letter for each category that was
 * asked, a capital one where it was agreed to: `1a2b3c4d5e-pSm`. It goes by itself after the months that the owner chose.
 */

export const CATEGORIES = ['preferences', 'statistics', 'marketing'] as const;
export type Category = (typeof CATEGORIES)[number];
/** What was asked, and whether it was agreed to. */
export type Answer = Partial<Record<Category, boolean>>;

/** Also read by the tracker (`tracking/pixel.ts`). */
export const CONSENT_COOKIE = 'loggia-consent';
const DAYS_OF_MONTH = 30;

/** The answer to this version of the question; to another one, or none, nothing. */
export function readAnswer(version: string): Answer {
  const answer: Answer = {};
  const [, letters] =
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${CONSENT_COOKIE}=${version}-`))
      ?.split('-')
      .slice(-2) ?? [];
  for (const category of CATEGORIES) {
    const letter = category.slice(0, 1);
    if (letters?.includes(letter)) answer[category] = false;
    if (letters?.includes(letter.toUpperCase())) answer[category] = true;
  }
  return answer;
}

/** Keeps an answer. */
export function keepAnswer(version: string, answer: Answer, months: number): void {
  const letters = CATEGORIES.map((category) => {
    const letter = category.slice(0, 1);
    return answer[category] === undefined ? '' : answer[category] ? letter.toUpperCase() : letter;
  });
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const seconds = months * DAYS_OF_MONTH * 86_400;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${CONSENT_COOKIE}=${version}-${letters.join('')}; path=/; max-age=${seconds}; SameSite=Lax${secure}`;
}

/** Whether the browser says that its user is not to be sold or followed. */
export const asksNotToBeFollowed = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
