import { text } from '../text/text.ts';
import styles from './Account.module.css';

type Props = { checked: boolean; onChange: (checked: boolean) => void };

/** For thirty days, over the end of the browser. */
export const RememberMe = ({ checked, onChange }: Props) => (
  <label className={styles.choice}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{text('accountRemember')}</span>
  </label>
);
