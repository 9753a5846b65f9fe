import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Button } from './Button.tsx';
import styles from './ui.module.css';

export const Loading = ({ label }: { label?: string }) => (
  <p className={styles.loading} role="status">
    {label ?? t('common.loading')}
  </p>
);

/** Something is wrong, and what can be done about it. */
export function Problem({
  text,
  retry,
  children,
}: {
  text: string;
  retry?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={styles.note} role="alert">
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
