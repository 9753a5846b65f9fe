import { text } from './text.ts';

/** What captchas of ours say: the fake one of tests, and the one that works by itself (W-019, A-017). */
export type CaptchaTexts = { test: string; working: string; solved: string; failed: string };

/** The same in the site's words. */
export const captchaTexts = (): CaptchaTexts => ({
  test: text('captchaTest'),
  working: text('captchaWorking'),
  solved: text('captchaSolved'),
  failed: text('captchaFailed'),
});
