import type { Answer, Answers, FieldType, Form } from '../contract/types.ts';
import { isBlank, trimmed } from './blank.ts';

// What was answered, as text to read: the twin of `forms/src/summary.rs` (spec §2, §5; W-179).

export type SummaryLine = { id: string; title: string; lines: readonly string[] };
export type SummaryTexts = {
  /** Stands for an empty answer. */
  noAnswer: string;
  /** The five likert answers, from -2 to 2. */
  likert: readonly string[];
};

const filled = (texts: readonly string[]): string[] => texts.map(trimmed).filter((text) => text !== '');

function ofParts(type: FieldType, parts: Record<string, string>, { noAnswer, likert }: SummaryTexts): string[] {
  const part = (name: string) => trimmed(parts[name] ?? '');
  const joined = (names: readonly string[], separator: string) => filled(names.map(part)).join(separator);
  const two = (name: string) => part(name).padStart(2, '0');
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the other types have no parts
  switch (type) {
    case 'date':
      return [joined(['Month', 'Day', 'Year'], '/')];
    case 'time':
      return [trimmed(`${part('Hour')}:${two('Minute')}:${two('Second')} ${part('Ampm')}`)];
    case 'name':
      return [joined(['First', 'Last'], ' ')];
    case 'phone': {
      const number = joined(['Areacode', 'Prefix', 'Line'], '-');
      return [part('Country') ? `+${part('Country').replace(/^\++/, '')} ${number}` : number];
    }
    case 'address':
      return [
        part('Line1'),
        part('Line2'),
        filled([part('City'), joined(['State', 'Zip', 'Country'], ' ')]).join(', '),
      ];
    case 'likert':
      return Object.entries(parts).map(
        ([question, answer]) => `${question}: ${isBlank(answer) ? noAnswer : likert[Number(trimmed(answer)) + 2]}`,
      );
    default:
      return [filled(Object.values(parts)).join(' ')];
  }
}

function shown(type: FieldType, answer: Answer | undefined, texts: SummaryTexts): string[] {
  if (answer === undefined) return [];
  if (typeof answer === 'string') return type === 'password' && !isBlank(answer) ? ['••••••••'] : [answer];
  if (Array.isArray(answer)) return [filled(answer).join(', ')];
  return Object.values(answer).every(isBlank) ? [] : ofParts(type, answer, texts);
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
