import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import { formMessage } from '../client/formMessage.ts';
import type { Answers, Form } from '../contract/types.ts';
import { values } from '../domain/form.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './FormBlock.module.css';
import { FieldOf } from './fields.tsx';
import { focusFirstError, useAnswers } from './useAnswers.ts';

type Props = {
  form: Form;
  /** The product that asks. */
  title: string;
  /** Answers given before, as JSON text. */
  answers?: string;
  /** Takes the answers as JSON text; a rejection is shown and the form stays open. */
  onSave: (additionalFields: string) => Promise<void>;
  onClose: () => void;
};

const read = (json: string): Answers => {
  try {
    return JSON.parse(json) as Answers;
  } catch {
    return {}; // answers that cannot be read are asked again
  }
};

/** The form a product asks for, in the lightbox: editing → saving → editing (W-038, W-127, W-136, W-137). */
export default function AdditionalFields({ form, title, answers: given = '{}', onSave, onClose }: Props) {
  const { answers, errors, attempt, answer, check, mark } = useAnswers(form, read(given));
  const [saving, setSaving] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt > 0) focusFirstError(root.current);
  }, [attempt]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (saving) return;
    setMessage(null);
    if (!check()) return;
    setSaving(true);
    try {
      await onSave(JSON.stringify(values(form, answers)));
    } catch (thrown) {
      const failure = failureOf(thrown);
      mark(failure.errors ?? {});
      setMessage(failure.errors ? formMessage(failure) : purchaseMessage(failure));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog title={title || form.name || text('details')} closeLabel={text('cartCloseText')} onClose={onClose}>
      <form
        ref={root}
        noValidate
        onSubmit={(event) => void submit(event)}
        aria-label={form.name || text('formDefaultName')}
      >
        {form.fields.map((field) => (
          <FieldOf
            key={field.id}
            field={field}
            answer={answers[field.id]}
            error={errors[field.id]}
            onAnswer={(value) => answer(field.id, value)}
          />
        ))}
        <p role="alert" className={styles.message}>
          {message ?? ''}
        </p>
        <Button type="submit" busy={saving}>
          {saving ? text('formSavingText') : form.buttonText || text('formDefaultButtonText')}
        </Button>
      </form>
    </Dialog>
  );
}
