import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

type Parts = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
type Props = {
  label: string;
  description?: string | undefined;
  /** Shown above the label (W-156). */
  error?: string | undefined;
  /** Shown after the label of a field that must be filled in. */
  requiredMark?: string | undefined;
  /** Several controls under one title: a `fieldset` with its legend. */
  group?: boolean;
  className?: string | undefined;
  children: (parts: Parts) => ReactNode;
};

/** A label, its control, and the error above them, tied together for screen readers. */
export function Field({ label, description, error, requiredMark, group = false, className, children }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ');
  const parts: Parts = { id };
  if (described) parts['aria-describedby'] = described;
  if (error) parts['aria-invalid'] = true;
  const title = (
    <>
      {label}
      {requiredMark ? (
        <span className={`form-required ${styles.required}`} aria-hidden="true" title={requiredMark}>
          {' *'}
        </span>
      ) : null}
    </>
  );
  const above = error ? (
    <p id={`${id}-error`} className={`field-error ${styles.error}`}>
      {error}
    </p>
  ) : null;
  const below = description ? (
    <p id={`${id}-description`} className={`form-description description ${styles.description}`}>
      {description}
    </p>
  ) : null;
  const classes = ['form-field', 'form-item', 'field', error && 'error', styles.field, className]
    .filter(Boolean)
    .join(' ');
  if (!group)
    return (
      <div className={classes}>
        {above}
        <label className={`title ${styles.label}`} htmlFor={id}>
          {title}
        </label>
        {below}
        {children(parts)}
      </div>
    );
  return (
    <fieldset className={classes} aria-describedby={described || undefined} aria-labelledby={`${id}-title`}>
      {above}
      <legend id={`${id}-title`} className={`title ${styles.label}`}>
        {title}
      </legend>
      {below}
      {children(parts)}
    </fieldset>
  );
}
