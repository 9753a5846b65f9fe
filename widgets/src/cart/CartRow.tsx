import { lazy, Suspense, useRef, useState } from 'react';
import type { CartEntry, Form, ProductCard } from '../contract/types.ts';
import { QUANTITY_MAXIMUM, readQuantity } from '../domain/quantity.ts';
import { money } from '../pageData.ts';
import { problemText } from '../text/problem.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import styles from './CartPage.module.css';

const FormSummary = lazy(() => import('../forms/FormSummary.tsx'));

type Props = {
  entry: CartEntry;
  /** Its picture and its page, once they are known. */
  card?: ProductCard | undefined;
  /** The product's form, when the page knows it: its answers are shown (W-038, W-179). */
  form?: Form | undefined;
  busy: boolean;
  /** Answers whether the change went through; the box goes back to the old quantity when not (W-086). */
  onQuantity: (quantity: number) => Promise<boolean>;
  /** Asks before it removes (W-083); answers whether it was removed. */
  onRemove: () => Promise<boolean>;
  onEdit?: (() => void) | undefined;
  onRefuse: (message: string) => void;
};

/** One entry: what it is, how many, what it comes to. */
export function CartRow({ entry, card, form, busy, onQuantity, onRemove, onEdit, onRefuse }: Props) {
  // What is being typed; null shows the quantity the cart has.
  const [draft, setDraft] = useState<string | null>(null);
  const { title } = entry;
  // A question takes the focus, and the box it left would commit once more.
  const committing = useRef(false);

  async function commit(typed: string) {
    if (committing.current) return;
    if (typed.trim() === String(entry.quantity)) return setDraft(null);
    committing.current = true;
    setDraft(typed);
    // 0 stands only here, and means removal (W-083).
    if (/^0+$/.test(typed.trim())) await onRemove();
    else {
      const read = readQuantity(typed);
      if ('problem' in read) onRefuse(problemText({ code: read.problem }));
      else await onQuantity(read.quantity);
    }
    // The cart's own quantity again: the new one when it went through, the old one when not (W-083, W-086).
    setDraft(null);
    committing.current = false;
  }
  const step = (by: number) => void commit(String(Math.min(QUANTITY_MAXIMUM, Math.max(0, entry.quantity + by))));
  const options = Object.entries(entry.chosenVariant.attributes);
  const picture = card?.picture ? (
    <img className={styles.picture} src={card.picture} alt="" width="80" height="80" loading="lazy" decoding="async" />
  ) : (
    // Its place: what stands below does not move when it comes.
    <span className={styles.picture} />
  );

  return (
    <tr className={styles.row} aria-busy={busy || undefined}>
      <th scope="row" className={styles.item}>
        {card?.url ? (
          <a className={styles.title} href={card.url}>
            {picture}
            {title}
          </a>
        ) : (
          <span className={styles.title}>
            {picture}
            {title}
          </span>
        )}
        {options.length > 0 ? (
          <span className={styles.options}>{options.map(([name, value]) => `${name}: ${value}`).join(' · ')}</span>
        ) : null}
        {entry.quantity > 1 ? (
          <span className={styles.options}>{text('cartUnitPrice', { price: money(entry.purchasePriceCents) })}</span>
        ) : null}
        {form && entry.additionalFields && entry.additionalFields !== '{}' ? (
          <Suspense fallback={null}>
            <FormSummary form={form} answers={entry.additionalFields} />
          </Suspense>
        ) : null}
        <span className={styles.tools}>
          {onEdit ? (
            <Button kind="plain" onClick={onEdit} aria-label={text('cartEditDetailsOf', { title })}>
              {text('cartEditDetails')}
            </Button>
          ) : null}
          <Button kind="plain" onClick={() => void onRemove()} aria-label={text('cartRemoveItem', { title })}>
            {text('cartRemove')}
          </Button>
        </span>
      </th>
      <td className={styles.quantity} data-label={text('cartQuantityHeading')}>
        <span className={styles.stepper}>
          <button type="button" aria-label={text('cartDecrease', { title })} onClick={() => step(-1)}>
            −
          </button>
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={QUANTITY_MAXIMUM}
            step={1}
            aria-label={text('cartQuantityOf', { title })}
            value={draft ?? String(entry.quantity)}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={(event) => void commit(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The same key press would answer the question that it opens.
              event.preventDefault();
              void commit(event.currentTarget.value);
            }}
          />
          <button type="button" aria-label={text('cartIncrease', { title })} onClick={() => step(1)}>
            +
          </button>
        </span>
      </td>
      <td className={styles.price} data-label={text('cartPriceHeading')}>
        {money(entry.subTotal)}
      </td>
    </tr>
  );
}
