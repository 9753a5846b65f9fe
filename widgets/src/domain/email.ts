import { trimmed } from './blank.ts';

/** Shortest and longest address, in characters (N-070). */
export const EMAIL_MINIMUM = 3;
export const EMAIL_MAXIMUM = 256;

/** The pattern of the HTML standard's e-mail input, as `forms/src/email.rs` has it. */
const PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

export type EmailProblem = 'blank' | 'invalid';

/** Null when the text is an address; white space around it does not count (W-152, W-188, W-189). */
export function emailProblem(text: string): EmailProblem | null {
  const address = trimmed(text);
  if (address === '') return 'blank';
  const fits = address.length >= EMAIL_MINIMUM && address.length <= EMAIL_MAXIMUM && PATTERN.test(address);
  return fits ? null : 'invalid';
}
