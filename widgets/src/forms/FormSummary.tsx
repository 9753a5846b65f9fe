import type { Answers, Form } from '../contract/types.ts';
import { summarize } from '../domain/summary.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './FormSummary.module.css';

addTexts(FORMS_TEXTS);

type Props = {
  form: Form;
  /** The answers as JSON text, as a cart entry carries them. */
  answers: string;
};

const read = (json: string): Answers => {
  try {
    return JSON.parse(json) as Answers;
  } catch {
    return {}; // answers nobody can read are shown as none
  }
};

/** What was answered, field by field: the answer, else the owner's text for none, else N/A (W-179). */
export default function FormSummary({ form, answers }: Props) {
  const lines = summarize(form, read(answers), {
    noAnswer: text('productSummaryFormNoAnswerText'),
    likert: [
      text('productAnswerMapStronglyDisagree'),
      text('productAnswerMapDisagree'),
      text('productAnswerMapNeutral'),
      text('productAnswerMapAgree'),
      text('productAnswerMapStronglyAgree'),
    ],
  });
  return (
    <dl className={styles.summary}>
      {lines.map(({ id, title, lines }) => (
        <div key={id} className={styles.line}>
          <dt>{title}</dt>
          <dd>{lines.join('\n')}</dd>
        </div>
      ))}
    </dl>
  );
}
