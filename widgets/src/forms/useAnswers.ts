import { useCallback, useState } from 'react';
import type { Answer, Answers, Form } from '../contract/types.ts';
import { validate } from '../domain/form.ts';
import { fieldProblemText } from '../text/formProblem.ts';

export type FieldMessages = Record<string, string>;

/** The answers of a form and what is wrong with each; a changed answer takes its message away. */
export function useAnswers(form: Form, first: Answers = {}) {
  const [answers, setAnswers] = useState<Answers>(first);
  const [errors, setErrors] = useState<FieldMessages>({});
  // Goes up when answers are found wrong: only then the focus moves, never while somebody types.
  const [attempt, setAttempt] = useState(0);
  const mark = useCallback((found: FieldMessages) => {
    setErrors(found);
    if (Object.keys(found).length > 0) setAttempt((now) => now + 1);
  }, []);

  const answer = (id: string, value: Answer) => {
    setAnswers((now) => ({ ...now, [id]: value }));
    setErrors(({ [id]: _, ...rest }) => rest);
  };
  /** The browser's own checks; answers whether every answer passes. */
  const check = (): boolean => {
    const found = Object.entries(validate(form, answers)).map(
      ([id, problem]) => [id, fieldProblemText(problem)] as const,
    );
    mark(Object.fromEntries(found));
    return found.length === 0;
  };
  return { answers, errors, attempt, answer, check, mark };
}

/** Moves to the first field that is marked wrong. */
export function focusFirstError(root: HTMLElement | null): void {
  root?.querySelector('.form-item.error')?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
