import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { fieldProblemText } from '../text/formProblem.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './Social.module.css';
import type { Saying } from './useSaying.ts';

/** One line or text a visitor writes. */
export type Line = {
  name: string;
  label: string;
  max: number;
  long?: boolean;
  required?: boolean;
  autoComplete?: string;
};

type Props = {
  title: string;
  lines: readonly Line[];
  saying: Saying;
  /** What stands before the lines, with the error it has. */
  before?: ReactNode;
  /** Whether what stands before is filled in. */
  ready?: boolean;
  labels: { send: string; sending: string; waiting: string };
  onSend: (values: Record<string, string>) => void;
};

/** A small form for a comment or a review: what is missing is shown above its line, and thanks replace it at the end. */
export function SayingForm({ title, lines, saying, before, ready = true, labels, onSend }: Props) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const done = saying.state === 'waiting';
  useEffect(() => {
    if (done) thanks.current?.focus();
  }, [done]);
  if (done)
    return (
      <p ref={thanks} role="status" tabIndex={-1} className={styles.thanks}>
        {labels.waiting}
      </p>
    );

  const problemOf = ({ name, max, required }: Line) => {
    const value = values[name]?.trim() ?? '';
    if (required && !value) return fieldProblemText('required');
    return [...value].length > max ? fieldProblemText('too-long') : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const wrong = lines.find((line) => problemOf(line));
    if (wrong) root.current?.querySelector<HTMLElement>(`[name="${wrong.name}"]`)?.focus();
    else if (ready) onSend(Object.fromEntries(lines.map(({ name }) => [name, values[name]?.trim() ?? ''])));
  };
  return (
    <form ref={root} noValidate className={styles.saying} aria-label={title} onSubmit={submit}>
      <h3 className={styles.heading}>{title}</h3>
      {before}
      {lines.map((line) => {
        const { name, label, max, long, required, autoComplete } = line;
        const value = values[name] ?? '';
        const control = {
          name,
          autoComplete,
          value,
          'aria-required': required || undefined,
          onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
        };
        const length = [...value].length;
        return (
          <Field
            key={name}
            label={label}
            error={asked ? problemOf(line) : undefined}
            requiredMark={required ? text('formRequiredMark') : undefined}
          >
            {(parts) =>
              long ? (
                <>
                  <textarea rows={5} {...parts} {...control} />
                  {length >= max * 0.9 ? (
                    <span className={styles.counter} aria-live="polite">
                      {text('socialCounter', { n: length, max })}
                    </span>
                  ) : null}
                </>
              ) : (
                <input type="text" {...parts} {...control} />
              )
            }
          </Field>
        );
      })}
      <p role="alert" className={styles.fault}>
        {saying.fault ?? ''}
      </p>
      <Button type="submit" busy={saying.state === 'sending'}>
        {saying.state === 'sending' ? labels.sending : labels.send}
      </Button>
    </form>
  );
}
