import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Button } from './Button.tsx';
import styles from './ui.module.css';

export const Loading = ({ label }: { label?: string }) => (
  <p className={styles.loading} role="status">
    {label ?? t('common.loading')}
  </p>
);

/** Something is wrong, and what can be done about it; or something is done, and looks so. */
export function Problem({
  text,
  retry,
  isDone = false,
  children,
}: {
  text: string;
  retry?: (() => void) | undefined;
  isDone?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={isDone ? `${styles.note ?? ''} ${styles.calm ?? ''}` : styles.note} role="alert">
      <p>{text}</p>
      {children}
      {retry ? <Button onPress={retry}>{t('common.retry')}</Button> : null}
    </div>
  );
}

/** A panel that could not be loaded (E-020). */
export const CannotLoad = ({ retry, text }: { retry: () => void; text?: string }) => (
  <Problem text={text ?? t('errors.panel')} retry={retry} />
);

export const Calm = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.note ?? ''} ${styles.calm ?? ''}`}>
    <p>{children}</p>
  </div>
);

export const Badge = ({ children }: { children: ReactNode }) => <span className={styles.badge}>{children}</span>;
