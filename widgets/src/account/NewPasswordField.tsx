import { text } from '../text/text.ts';
import { PasswordField } from './PasswordField.tsx';

/** The shortest password the API takes, in characters. */
const SHORTEST = 10;

/** What is wrong with a new password. */
export const passwordWrong = (password: string): { password?: string } =>
  [...password].length < SHORTEST ? { password: text('accountPasswordShort') } : {};

type Props = { value: string; error?: string | undefined; onChange: (value: string) => void };

/** A password that is chosen, with its rule. */
export const NewPasswordField = (props: Props) => (
  <PasswordField
    label={text('accountNewPassword')}
    name="password"
    autoComplete="new-password"
    description={text('accountPasswordRule')}
    {...props}
  />
);
