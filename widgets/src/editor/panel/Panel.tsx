import { type ReactNode, useEffect, useRef } from 'react';
import { $moves } from '../state/route.ts';
import { $language } from '../text/language.ts';
import { t } from '../text/text.ts';
import { IconButton } from '../ui/Button.tsx';
import styles from './panel.module.css';

type Props = {
  title: string;
  onBack?: (() => void) | undefined;
  /** Beside the title. */
  actions?: ReactNode;
  /** What is inside scrolls by itself: a long list. */
  filled?: boolean;
  /** Over the whole window, without the site beside it; `page` keeps its lines readable there. */
  isWide?: boolean | 'page';
  children: ReactNode;
};

/** The column beside the site: a title, the way back, and what can be done here. */
export function Panel({ title, onBack, actions, filled, isWide, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(false);
  const spoken = useRef($language.get());
  /** Moves the focus to the new panel for keyboard users: what had the focus is gone with the panel before. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another panel
  useEffect(() => {
    const language = $language.get();
    // The same panel by its name in another language: who chose it stays at the choice.
    if (spoken.current !== language) {
      spoken.current = language;
      return;
    }
    const came = seen.current || $moves.get() > 0;
    seen.current = true;
    const now = document.activeElement;
    if (came && (now === null || now === document.body)) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <section className={styles.panel} aria-label={title} data-wide={isWide ? String(isWide) : undefined}>
      <header className={styles.head}>
        {onBack ? <IconButton icon="back" label={t('common.back')} onPress={onBack} /> : null}
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {actions}
      </header>
      <div className={filled ? `${styles.body ?? ''} ${styles.filled ?? ''}` : styles.body}>{children}</div>
    </section>
  );
}
