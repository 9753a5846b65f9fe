import { useState } from 'react';
import type { Answer, Answers, Form } from '../contract/types.ts';
import { validate } from '../domain/form.ts';
import { fieldProblemText } from '../text/problem.ts';

export type FieldMessages = Record<string, string>;

/** The answers of a form and what is wrong with each; a changed answer takes its message away. */
export function useAnswers(form: Form, first: Answers = {}) {
  const [answers, setAnswers] = useState<Answers>(first);
  const [errors, setErrors] = useState<FieldMessages>({});

  const answer = (id: string, value: Answer) => {
    setAnswers((now) => ({ ...now, [id]: value }));
    setErrors(({ [id]: _, ...rest }) => rest);
  };
  /** The browser's own checks; answers whether every answer passes. */
  const check = (): boolean => {
    const found = Object.entries(validate(form, answers)).map(
      ([id, problem]) => [id, fieldProblemText(problem)] as const,
    );
    setErrors(Object.fromEntries(found));
    return found.length === 0;
  };
  return { answers, errors, answer, check, setErrors };
}

/** Moves to the first field that is marked wrong. */
export function focusFirstError(root: HTMLElement | null): void {
  root?.querySelector('.form-item.error')?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
