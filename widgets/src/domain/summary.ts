import type { Answer, Answers, FieldType, Form } from '../contract/types.ts';
import { isBlank, trimmed } from './blank.ts';

// What was answered, as text to read: the twin of `forms/src/summary.rs` (W-179).

export type SummaryLine = { id: string; title: string; lines: readonly string[] };
export type SummaryTexts = {
  /** Stands for an empty answer. */
  noAnswer: string;
  /** The five likert answers, from -2 to 2. */
  likert: readonly string[];
};

const filled = (texts: readonly string[]): string[] => texts.map(trimmed).filter((text) => text !== '');

type Parts = Record<string, string>;
const part = (parts: Parts, name: string): string => trimmed(parts[name] ?? '');
const two = (parts: Parts, name: string): string => part(parts, name).padStart(2, '0');
const joined = (parts: Parts, names: readonly string[], separator: string): string =>
  filled(names.map((name) => part(parts, name))).join(separator);

/** How the answers that have parts are written; those of any other type stand one after the other. */
const OF_PARTS: Partial<Record<FieldType, (parts: Parts, texts: SummaryTexts) => string[]>> = {
  date: (parts) => [joined(parts, ['Month', 'Day', 'Year'], '/')],
  time: (parts) => [
    trimmed(`${part(parts, 'Hour')}:${two(parts, 'Minute')}:${two(parts, 'Second')} ${part(parts, 'Ampm')}`),
  ],
  name: (parts) => [joined(parts, ['First', 'Last'], ' ')],
  phone: (parts) => {
    const number = joined(parts, ['Areacode', 'Prefix', 'Line'], '-');
    const country = part(parts, 'Country');
    return [country ? `+${country.replace(/^\++/, '')} ${number}` : number];
  },
  address: (parts) => [
    part(parts, 'Line1'),
    part(parts, 'Line2'),
    filled([part(parts, 'City'), joined(parts, ['State', 'Zip', 'Country'], ' ')]).join(', '),
  ],
  likert: (parts, { noAnswer, likert }) =>
    Object.entries(parts).map(
      ([question, answer]) => `${question}: ${isBlank(answer) ? noAnswer : likert[Number(trimmed(answer)) + 2]}`,
    ),
};

function shown(type: FieldType, answer: Answer | undefined, texts: SummaryTexts): string[] {
  if (answer === undefined) return [];
  if (typeof answer === 'string') return type === 'password' && !isBlank(answer) ? ['••••••••'] : [answer];
  if (Array.isArray(answer)) return [filled(answer).join(', ')];
  if (Object.values(answer).every(isBlank)) return [];
  return OF_PARTS[type]?.(answer, texts) ?? [filled(Object.values(answer)).join(' ')];
}

/** A line for every field that carries a value, in the order of the form. What the visitor never saw stays out. */
export function summarize(form: Form, answers: Answers, texts: SummaryTexts): SummaryLine[] {
  return form.fields
    .filter(({ type }) => type !== 'section' && type !== 'hidden')
    .map(({ id, title, type }) => {
      const lines = filled(shown(type, answers[id], texts));
      return { id, title, lines: lines.length > 0 ? lines : [texts.noAnswer] };
    });
}
