import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Dialog.module.css';
import { useListener } from './useListener.ts';

type Props = {
  /** The dialog's name: shown as its heading, unless `hideTitle`. */
  title: string;
  hideTitle?: boolean;
  /** What the close control is called; without it there is none. */
  closeLabel?: string;
  /** Asks for an answer before anything else (`alertdialog`). */
  alert?: boolean;
  closeOnOutside?: boolean;
  theme?: 'light' | 'dark';
  wide?: boolean;
  /** No panel: what is inside stands on the overlay itself, over the whole width. */
  bare?: boolean;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

const FOCUSABLE = 'a[href],button,input:not([type=hidden]),select,textarea,[tabindex="0"],iframe,audio,video';

/**
 * A modal on the browser's own `<dialog>`: focus moves in and back to the opener, the page behind is inert,
 * Escape closes. 0.3 s of animation; 50 px from the top when taller than the window, else centred (W-121…W-128).
 */
export function Dialog(props: Props) {
  const { title, hideTitle, closeLabel, alert, closeOnOutside, theme, wide, bare, onClose, onKeyDown, children } =
    props;
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const body = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    const opener = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  /** Tab goes round inside: from the last control to the first and back. */
  useListener(ref, 'keydown', (event) => {
    onKeyDown?.(event);
    if (event.key !== 'Tab') return;
    const stops = [...(ref.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const [first, last] = [stops[0], stops.at(-1)];
    const leaving = event.shiftKey ? first : last;
    if (document.activeElement !== leaving) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  });
  useListener(ref, 'click', ({ target }) => {
    if (closeOnOutside && target === ref.current) onClose();
  });

  return (
    <dialog
      ref={ref}
      role={alert ? 'alertdialog' : undefined}
      aria-modal="true"
      aria-labelledby={heading}
      aria-describedby={alert ? body : undefined}
      className={styles.dialog}
      data-theme={theme}
      onClose={onClose}
    >
      <div className={[bare ? styles.bare : styles.panel, wide && styles.wide].filter(Boolean).join(' ')}>
        <h2 id={heading} className={hideTitle ? styles.hidden : styles.title}>
          {title}
        </h2>
        {closeLabel ? (
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
            </svg>
          </button>
        ) : null}
        <div id={body}>{children}</div>
      </div>
    </dialog>
  );
}
