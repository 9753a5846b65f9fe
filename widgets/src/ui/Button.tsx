import type { ButtonHTMLAttributes } from 'react';
import styles from './Button.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Something is under way: the button keeps its focus and says so, and a press does nothing. */
  busy?: boolean;
  kind?: 'primary' | 'secondary' | 'plain';
};

/** A button that can be busy. `aria-disabled`, not `disabled`: focus is not lost while the shopper waits. */
export function Button({ busy = false, kind = 'primary', type = 'button', className, onClick, ...rest }: Props) {
  return (
    <button
      type={type}
      {...rest}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      className={[styles.button, styles[kind], className].filter(Boolean).join(' ')}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
