import { emailProblem } from '../domain/email.ts';
import { fieldProblemText } from '../text/formProblem.ts';
import { text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';

type Props = { value: string; error?: string | undefined; onChange: (value: string) => void };

/** The address of an account. */
export const EmailField = ({ value, error, onChange }: Props) => (
  <Field label={text('accountEmail')} error={error}>
    {(parts) => (
      <input
        {...parts}
        type="email"
        name="email"
        autoComplete="username"
        spellCheck={false}
        aria-required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

/** What is wrong with an address, in the words of its field. */
export function emailWrong(email: string): { email?: string } {
  const problem = emailProblem(email);
  return problem ? { email: fieldProblemText(problem === 'blank' ? 'required' : 'email-invalid') } : {};
}
