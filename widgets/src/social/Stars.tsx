import styles from './Social.module.css';

/** Five stars, so many of them full; a part of one is shown as a part. Decoration, unless it has a label. */
export function Stars({ rating, label }: { rating: number; label?: string }) {
  return (
    <span className={styles.stars} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <span className={styles.full} style={{ inlineSize: `${(rating / 5) * 100}%` }}>
        ★★★★★
      </span>
      ★★★★★
    </span>
  );
}
