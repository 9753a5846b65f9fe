import type { Answer, Answers, FieldProblem, Form, FormField } from '../contract/types.ts';
import { isAmount, isDate, isNumber, isPhonePart, isTime } from './answerValues.ts';
import { isBlank } from './blank.ts';
import { emailProblem } from './email.ts';

// Answers are checked as `forms/src/validate.rs` does; both run `forms/vectors/validate.json`.

/** The parts of multi-part answers, in order (W-178). */
export const PARTS = {
  date: ['Month', 'Day', 'Year'],
  time: ['Hour', 'Minute', 'Second', 'Ampm'],
  name: ['First', 'Last'],
  address: ['Line1', 'Line2', 'City', 'State', 'Zip', 'Country'],
  phone: ['Country', 'Areacode', 'Prefix', 'Line'],
} as const;

/** Without these a required multi-part answer counts as empty (W-140). */
const NEEDED = {
  date: PARTS.date,
  time: ['Hour', 'Minute', 'Ampm'],
  name: PARTS.name,
  address: ['Line1', 'City', 'Country'],
} as const;

/** Likert answers, from Strongly Disagree to Strongly Agree. */
export const LIKERT = ['-2', '-1', '0', '1', '2'] as const;

/** The limit of a field's text; 0 and absent mean no limit (W-150). */
export function textLimit(field: FormField): number | null {
  const limited = field.type === 'text' || field.type === 'textarea';
  return limited && field.maxLength ? field.maxLength : null;
}

/** The parts a phone field shows: three, or four with the country code (W-175). */
export const phoneParts = (field: FormField): readonly string[] =>
  field.showCountryCode ? PARTS.phone : PARTS.phone.slice(1);

const isParts = (answer: Answer): answer is Record<string, string> =>
  typeof answer === 'object' && !Array.isArray(answer);

const partsOf = (answer: Answer | undefined): Record<string, string> =>
  answer !== undefined && isParts(answer) ? answer : {};

function checkParts(field: FormField, answer: Answer | undefined, needed: readonly string[]): FieldProblem | null {
  if (answer !== undefined && answer !== '' && !isParts(answer)) return 'wrong-shape';
  const parts = answer === undefined || answer === '' ? {} : answer;
  return field.required && needed.some((name) => isBlank(parts[name] ?? '')) ? 'required' : null;
}

function checkText(field: FormField, answer: Answer | undefined): FieldProblem | null {
  const text = answer ?? '';
  if (typeof text !== 'string') return 'wrong-shape';
  if (field.required && isBlank(text)) return 'required';
  const limit = textLimit(field);
  return limit !== null && text.length > limit ? 'too-long' : null;
}

function checkNumber(
  field: FormField,
  answer: Answer | undefined,
  isRight: (text: string) => boolean,
): FieldProblem | null {
  const problem = checkText(field, answer);
  if (problem || typeof answer !== 'string' || isBlank(answer)) return problem;
  return isRight(answer) ? null : 'number-invalid';
}

/** Whether one of the options is this text; a field without options offers everything. */
const offers = (field: FormField, text: string): boolean =>
  !field.options?.length || field.options.some((option) => option.trim() === text.trim());

/** The first problem of one answer, or null. A missing answer counts as empty. */
export function checkAnswer(field: FormField, answer: Answer | undefined): FieldProblem | null {
  switch (field.type) {
    case 'section':
    case 'hidden':
      return null;
    case 'checkbox': {
      if (answer !== undefined && answer !== '' && !Array.isArray(answer)) return 'wrong-shape';
      const chosen = Array.isArray(answer) ? answer.filter((option) => !isBlank(option)) : [];
      if (!chosen.every((option) => offers(field, option))) return 'wrong-shape';
      const checked = chosen.length > 0;
      return field.required && !checked ? 'required' : null;
    }
    case 'likert': {
      if (answer === undefined || answer === '') return null;
      if (!isParts(answer)) return 'wrong-shape';
      const isRight = ([question, degree]: [string, string]) =>
        isBlank(degree) || (offers(field, question) && (LIKERT as readonly string[]).includes(degree));
      return Object.entries(answer).every(isRight) ? null : 'wrong-shape';
    }
    case 'date':
      return checkParts(field, answer, NEEDED.date) ?? (isDate(partsOf(answer)) ? null : 'date-invalid');
    case 'time':
      return checkParts(field, answer, NEEDED.time) ?? (isTime(partsOf(answer)) ? null : 'time-invalid');
    case 'name':
    case 'address':
      return checkParts(field, answer, NEEDED[field.type]);
    case 'phone': {
      const given = partsOf(answer);
      const areNumbers = PARTS.phone.every((name) => isPhonePart(given[name] ?? ''));
      return checkParts(field, answer, phoneParts(field)) ?? (areNumbers ? null : 'phone-invalid');
    }
    case 'number':
      return checkNumber(field, answer, isNumber);
    case 'currency':
      return checkNumber(field, answer, isAmount);
    case 'email': {
      const text = answer ?? '';
      if (typeof text !== 'string') return 'wrong-shape';
      if (isBlank(text)) return field.required ? 'required' : null;
      return emailProblem(text) ? 'email-invalid' : null;
    }
    case 'text':
    case 'textarea':
    case 'website':
    case 'password':
    case 'twitter':
      return checkText(field, answer);
    case 'radio':
    case 'select': {
      const problem = checkText(field, answer);
      if (problem || typeof answer !== 'string' || isBlank(answer)) return problem;
      return offers(field, answer) ? null : 'wrong-shape';
    }
  }
}

/** Field id to problem; none when validation is switched off (W-146). */
export function validate(form: Form, answers: Answers): Record<string, FieldProblem> {
  if (form.validationDisabled) return {};
  const found: Record<string, FieldProblem> = {};
  for (const field of form.fields) {
    const problem = checkAnswer(field, answers[field.id]);
    if (problem) found[field.id] = problem;
  }
  return found;
}

/** What is sent: no value for a section (W-177), the owner's value for a hidden field (W-183). */
export function values(form: Form, answers: Answers): Answers {
  const kept: Answers = {};
  for (const field of form.fields) {
    if (field.type === 'section') continue;
    const answer = field.type === 'hidden' ? (field.value ?? '') : answers[field.id];
    if (answer !== undefined) kept[field.id] = answer;
  }
  return kept;
}
