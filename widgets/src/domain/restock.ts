import type { Problem } from '../contract/types.ts';
import { isBlank } from './blank.ts';
import { emailProblem } from './email.ts';

/** May this sign-up be sent? The address first, then the captcha (W-188…W-190). */
export function restockProblem(
  email: string,
  captchaToken: string | undefined,
  captchaRequired: boolean,
): Problem | null {
  const wrong = emailProblem(email);
  if (wrong) return { code: wrong === 'blank' ? 'email-blank' : 'email-invalid' };
  return captchaRequired && isBlank(captchaToken ?? '') ? { code: 'captcha-missing' } : null;
}
