import type { Answer, FormField } from '../contract/types.ts';
import { LIKERT, PARTS, phoneParts, textLimit } from '../domain/form.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import type { TextKey } from '../text/keys.ts';
import { addTexts, text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';
import styles from './fields.module.css';

addTexts(FORMS_TEXTS);

type Props = {
  field: FormField;
  answer: Answer | undefined;
  error: string | undefined;
  onAnswer: (answer: Answer) => void;
};
type Parts = Record<string, string>;

const asText = (answer: Answer | undefined): string => (typeof answer === 'string' ? answer : '');
const asParts = (answer: Answer | undefined): Parts =>
  typeof answer === 'object' && !Array.isArray(answer) ? answer : {};
const asList = (answer: Answer | undefined): string[] => (Array.isArray(answer) ? answer : []);

/** Input type, keyboard and autofill of the single-line fields. */
const LINES: Partial<
  Record<FormField['type'], { type: string; autoComplete?: string; inputMode?: 'decimal' | 'url' }>
> = {
  text: { type: 'text' },
  email: { type: 'email', autoComplete: 'email' },
  number: { type: 'text', inputMode: 'decimal' },
  website: { type: 'url', autoComplete: 'url', inputMode: 'url' },
  currency: { type: 'text', inputMode: 'decimal' },
  password: { type: 'password', autoComplete: 'off' },
  twitter: { type: 'text', autoComplete: 'off' },
};

/** Label, autofill and width of each part of a multi-part field (W-178). */
const PART: Record<string, { label: TextKey; autoComplete?: string; narrow?: boolean }> = {
  Month: { label: 'fieldMonth', narrow: true },
  Day: { label: 'fieldDay', narrow: true },
  Year: { label: 'fieldYear', narrow: true },
  Hour: { label: 'fieldHour', narrow: true },
  Minute: { label: 'fieldMinute', narrow: true },
  Second: { label: 'fieldSecond', narrow: true },
  Ampm: { label: 'fieldAmpm', narrow: true },
  First: { label: 'fieldFirstName', autoComplete: 'given-name' },
  Last: { label: 'fieldLastName', autoComplete: 'family-name' },
  Line1: { label: 'fieldLine1', autoComplete: 'address-line1' },
  Line2: { label: 'fieldLine2', autoComplete: 'address-line2' },
  City: { label: 'fieldCity', autoComplete: 'address-level2' },
  State: { label: 'fieldState', autoComplete: 'address-level1' },
  Zip: { label: 'fieldZip', autoComplete: 'postal-code' },
  Areacode: { label: 'fieldAreacode', autoComplete: 'tel-area-code', narrow: true },
  Prefix: { label: 'fieldPrefix', autoComplete: 'tel-local-prefix', narrow: true },
  Line: { label: 'fieldLine', autoComplete: 'tel-local-suffix', narrow: true },
};
const COUNTRY = {
  address: { label: 'fieldCountry', autoComplete: 'country-name', narrow: false },
  phone: { label: 'fieldPhoneCountry', autoComplete: 'tel-country-code', narrow: true },
} as const;

/** One field of a form: the control of its type, with its title, description and error. */
export function FieldOf({ field, answer, error, onAnswer }: Props) {
  const about = {
    label: field.title,
    description: field.description || undefined,
    error,
    requiredMark: field.required ? text('formRequiredMark') : undefined,
    className: `field-${field.type} ${field.type}`,
  };
  switch (field.type) {
    case 'section':
      return (
        <div
          className={`form-section form-item section ${styles.section}`}
          data-underline={field.underline || undefined}
        >
          <h3 className="title">{field.title}</h3>
          {field.description ? <p className="description">{field.description}</p> : null}
        </div>
      );
    case 'hidden':
      return <input type="hidden" name={field.key || field.id} value={field.value ?? ''} />;
    case 'textarea':
      return <TextArea field={field} about={about} answer={asText(answer)} onAnswer={onAnswer} />;
    case 'select':
      return (
        <Field {...about}>
          {(parts) => (
            <select
              {...parts}
              aria-required={field.required || undefined}
              value={asText(answer)}
              onChange={(event) => onAnswer(event.target.value)}
            >
              <option value="">{field.placeholder || text('formSelect')}</option>
              {field.options.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </select>
          )}
        </Field>
      );
    case 'radio':
      return (
        <Field {...about} group>
          {(parts) =>
            field.options.map((option) => (
              <label key={option} className={`option ${styles.option}`}>
                <input
                  type="radio"
                  name={parts.id}
                  value={option}
                  checked={answer === option}
                  onChange={() => onAnswer(option)}
                />
                <span>{option}</span>
              </label>
            ))
          }
        </Field>
      );
    case 'checkbox':
      return (
        <Field {...about} group>
          {(parts) =>
            field.options.map((option) => (
              <label key={option} className={`option ${styles.option}`}>
                <input
                  type="checkbox"
                  value={option}
                  aria-invalid={parts['aria-invalid']}
                  checked={asList(answer).includes(option)}
                  onChange={(event) => {
                    const others = asList(answer).filter((other) => other !== option);
                    // In the order of the options, however they were ticked.
                    const now = event.target.checked ? [...others, option] : others;
                    onAnswer(field.options.filter((each) => now.includes(each)));
                  }}
                />
                <span>{option}</span>
              </label>
            ))
          }
        </Field>
      );
    case 'likert':
      return <Likert field={field} about={about} answer={asParts(answer)} onAnswer={onAnswer} />;
    case 'date':
    case 'time':
    case 'name':
    case 'address':
      return (
        <PartFields
          field={field}
          about={about}
          names={PARTS[field.type]}
          answer={asParts(answer)}
          onAnswer={onAnswer}
        />
      );
    case 'phone':
      return (
        <PartFields
          field={field}
          about={about}
          names={phoneParts(field)}
          answer={asParts(answer)}
          onAnswer={onAnswer}
        />
      );
    case 'text':
    case 'email':
    case 'number':
    case 'website':
    case 'currency':
    case 'password':
    case 'twitter':
      return (
        <Field {...about}>
          {(parts) => {
            const input = (
              <input
                {...parts}
                {...LINES[field.type]}
                className="field-element"
                placeholder={field.placeholder || undefined}
                aria-required={field.required || undefined}
                value={asText(answer)}
                onChange={(event) => onAnswer(event.target.value)}
              />
            );
            const before = field.type === 'currency' ? field.currencySymbol : field.type === 'twitter' ? '@' : null;
            return before ? (
              <span className={styles.affixed}>
                <span aria-hidden="true">{before}</span>
                {input}
              </span>
            ) : (
              input
            );
          }}
        </Field>
      );
  }
}

type About = Omit<Parameters<typeof Field>[0], 'children'>;

/** Many lines, with 'n / max' beside them when there is a limit (W-147…W-150). */
function TextArea({
  field,
  about,
  answer,
  onAnswer,
}: {
  field: FormField;
  about: About;
  answer: string;
  onAnswer: (answer: Answer) => void;
}) {
  const max = textLimit(field);
  const over = max !== null && answer.length > max;
  // The counter is spoken only near the limit, or it would be read at every key.
  const near = max !== null && answer.length >= max * 0.9;
  return (
    <Field {...about}>
      {(parts) => (
        <>
          <textarea
            rows={6}
            {...parts}
            className="field-element"
            placeholder={field.placeholder || undefined}
            aria-required={field.required || undefined}
            aria-invalid={over || parts['aria-invalid']}
            value={answer}
            onChange={(event) => onAnswer(event.target.value)}
          />
          {max !== null ? (
            <span
              className={`character-counter ${over ? `error ${styles.over}` : styles.counter}`}
              aria-live={near ? 'polite' : 'off'}
            >
              {text('formCounter', { n: answer.length, max })}
            </span>
          ) : null}
        </>
      )}
    </Field>
  );
}

type PartProps = {
  field: FormField;
  about: About;
  names: readonly string[];
  answer: Parts;
  onAnswer: (answer: Answer) => void;
};

/** Date, time, name, address, phone: one box a part, each with its own label. The page's static form has the same boxes. */
function PartFields({ field, about, names, answer, onAnswer }: PartProps) {
  return (
    <Field {...about} className={`${about.className} ${styles.parts}`} group>
      {() =>
        names.map((name) => {
          const part = (name === 'Country' ? COUNTRY[field.type as 'address' | 'phone'] : PART[name]) ?? {
            label: 'details',
          };
          const set = (value: string) => onAnswer({ ...answer, [name]: value });
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, one of two
            <label key={name} className={part.narrow ? styles.narrow : styles.wide}>
              {text(part.label)}{' '}
              {name === 'Ampm' ? (
                <select value={answer[name] ?? ''} onChange={(event) => set(event.target.value)}>
                  <option value="" />
                  <option value="AM">AM</option>
                  <option value="PM">PM</option>
                </select>
              ) : (
                <input
                  type="text"
                  inputMode={part.narrow ? 'numeric' : undefined}
                  autoComplete={part.autoComplete}
                  aria-required={field.required && !/^(Line2|State|Zip|Second)$/.test(name) ? true : undefined}
                  aria-invalid={about.error && field.required && !answer[name] ? true : undefined}
                  value={answer[name] ?? ''}
                  onChange={(event) => set(event.target.value)}
                />
              )}
            </label>
          );
        })
      }
    </Field>
  );
}

const SCALE: readonly TextKey[] = [
  'productAnswerMapStronglyDisagree',
  'productAnswerMapDisagree',
  'productAnswerMapNeutral',
  'productAnswerMapAgree',
  'productAnswerMapStronglyAgree',
];

/** A scale of five for each question (W-173). */
function Likert({ field, about, answer, onAnswer }: Omit<PartProps, 'names'>) {
  return (
    <Field {...about} group>
      {(parts) =>
        field.options.map((question) => (
          <fieldset key={question} className={styles.likert}>
            <legend>{question}</legend>
            {LIKERT.map((value, place) => (
              <label key={value} className={styles.option}>
                <input
                  type="radio"
                  name={`${parts.id}-${question}`}
                  value={value}
                  checked={answer[question] === value}
                  onChange={() => onAnswer({ ...answer, [question]: value })}
                />
                <span>{text(SCALE[place] ?? 'productAnswerMapNeutral')}</span>
              </label>
            ))}
          </fieldset>
        ))
      }
    </Field>
  );
}
