import { useState } from 'react';
import type { Answer, FormField } from '../../contract/types.ts';
import { FieldOf } from '../../forms/fields.tsx';
import { initTexts } from '../../text/text.ts';
import { DEFAULT_BUTTON } from '../core/formSchema.ts';
import { type Json, listAt, textAt } from '../core/json.ts';
import { t } from '../text/words.ts';
import styles from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';

// The fields are the visitor's own, with the visitor's words.
initTexts();

const EMPTY = {
  title: '',
  description: '',
  placeholder: '',
  required: false,
  showCountryCode: false,
  underline: false,
  options: [] as string[],
};

/** The form as visitors will see it, while it is made. Nothing is sent from here. */
export function FormPreview({ form }: { form: Json | undefined }) {
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const fields = listAt(form, '/fields').map((field) => ({ ...EMPTY, ...(field as object) }) as FormField);
  if (fields.length === 0) return null;
  return (
    <section className={`${styles.entry ?? ''} ${styles.preview ?? ''}`} aria-label={t('forms.preview')}>
      <span className={ui.help}>{t('forms.preview')}</span>
      {fields.map((field) => (
        <FieldOf
          key={field.id}
          field={field}
          answer={answers[field.id]}
          error={undefined}
          onAnswer={(answer) => setAnswers({ ...answers, [field.id]: answer })}
        />
      ))}
      <span className={`${ui.button ?? ''} ${ui.primary ?? ''}`}>{textAt(form, '/buttonText') || DEFAULT_BUTTON}</span>
    </section>
  );
}
