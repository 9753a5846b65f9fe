import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { IconButton } from '../ui/Button.tsx';
import styles from './shell.module.css';

type Props = {
  title: string;
  onBack?: (() => void) | undefined;
  /** Beside the title. */
  actions?: ReactNode;
  /** What is inside scrolls by itself: a long list. */
  filled?: boolean;
  children: ReactNode;
};

/** The column beside the site: a title, the way back, and what can be done here. */
export function Panel({ title, onBack, actions, filled, children }: Props) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        {onBack ? <IconButton icon="back" label={t('common.back')} onPress={onBack} /> : null}
        <h2>{title}</h2>
        {actions}
      </header>
      <div className={filled ? `${styles.body ?? ''} ${styles.filled ?? ''}` : styles.body}>{children}</div>
    </section>
  );
}
