import styles from '../books/books.module.css';

/** Text to the letter, which scrolls by itself where it is wider than the panel. */
export function Text({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rule of eslint wants it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <pre style={{ margin: 0 }}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
