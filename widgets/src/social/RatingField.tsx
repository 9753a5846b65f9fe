import { plural, text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';
import styles from './Social.module.css';

type Props = { rating: number; error?: string | undefined; onRate: (rating: number) => void };

const RATINGS = [1, 2, 3, 4, 5] as const;

/** One to five stars: radio buttons, so that arrows, screen readers and fingers know them. */
export function RatingField({ rating, error, onRate }: Props) {
  return (
    <Field label={text('reviewRating')} error={error} requiredMark={text('formRequiredMark')} group>
      {({ id }) => (
        <span className={styles.rating}>
          {RATINGS.map((value) => (
            <label key={value} className={value <= rating ? styles.on : styles.off}>
              <input
                type="radio"
                name={`${id}-rating`}
                value={value}
                aria-label={plural('reviewStars', value)}
                checked={rating === value}
                onChange={() => onRate(value)}
              />
              <span aria-hidden="true">★</span>
            </label>
          ))}
        </span>
      )}
    </Field>
  );
}
