import type { FieldProblem } from '../contract/types.ts';
import type { TextKey } from './keys.ts';
import { override, text } from './text.ts';

/** What is wrong with an answer (W-139…W-154). */
export const FIELD_TEXTS: Record<FieldProblem, string> = {
  required: 'Required',
  'too-long': 'You have exceeded the character limit.',
  'email-invalid': 'Email Address is not valid. Email addresses should follow the format user@domain.com.',
  'date-invalid': 'Please enter a date that exists.',
  'time-invalid': 'Please enter a time of day.',
  'number-invalid': 'Please enter a number.',
  'phone-invalid': 'Please enter a phone number.',
  'wrong-shape': 'Could not parse the form fields, please check your entries.',
};

/** What stands above a field's title (W-139…W-154). */
export const fieldProblemText = (problem: FieldProblem): string =>
  override(`field.${problem}`, FIELD_TEXTS[problem], {});

/** What is wrong with a submission as a whole: the codes of `forms/src/problem.rs`, by their texts in the catalogue. */
export const FORM_PROBLEM_TEXTS = {
  processing: 'formProcessingError',
  unknown: 'formUnknownError',
  'captcha-missing': 'formCaptcha',
  'no-key': 'formNoKey',
  unreadable: 'formUnparsable',
  'fields-invalid': 'formInvalid',
  'review-below': 'formProblemBelow',
  'review-above': 'formProblemAbove',
  'not-authorised': 'formStatus401',
  'not-configured': 'formStatus404',
  'rate-limited': 'formStatus429',
  'not-sent': 'formStatus500',
} as const satisfies Record<string, TextKey>;

export type FormProblem = keyof typeof FORM_PROBLEM_TEXTS;

export const formProblemText = (problem: FormProblem): string => text(FORM_PROBLEM_TEXTS[problem]);
