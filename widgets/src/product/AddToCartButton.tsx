import { lazy, Suspense, useRef } from 'react';
import type { Product } from '../contract/types.ts';
import { labelOf } from '../domain/addToCart.ts';
import { isSoldOut } from '../domain/availability.ts';
import { merchandisingOf } from '../pageData.ts';
import { text } from '../text/text.ts';
import { useAddToCart } from './useAddToCart.ts';

const loadAlert = () => import('./ProductAlert.tsx');
const ProductAlert = lazy(loadAlert);
const AdditionalFields = lazy(() => import('../forms/AdditionalFields.tsx'));

type Props = {
  product: Product;
  /** The button's own text, restored exactly after every cycle (W-039). */
  label: string;
  /** The classes and data attributes the formatter wrote, so that the template's CSS still fits. */
  className?: string;
  data?: Record<string, string>;
};

/** Add To Cart, Subscribe, or a gift card's button: Adding… → Added! → itself (W-022…W-029). */
export function AddToCartButton({ product, label, className = 'sqs-add-to-cart-button', data }: Props) {
  const { state, notice, dismiss, press, form } = useAddToCart(product);
  const button = useRef<HTMLButtonElement>(null);
  const soldOut = isSoldOut(product);
  const shown = labelOf(state);
  const own = soldOut ? merchandisingOf(product.id).customSoldOutText || text('productSoldOutText') : label;

  // The button keeps the width it had: 'Adding…' is shorter than most labels.
  const keepWidth = () => {
    const el = button.current;
    if (el?.offsetWidth) el.style.minInlineSize = `${el.offsetWidth}px`;
  };

  return (
    <>
      <button
        {...data}
        ref={button}
        type="button"
        className={className}
        data-replay="add"
        data-state={state}
        aria-disabled={soldOut || state !== 'idle' || undefined}
        onClick={() => {
          keepWidth();
          // While the server is asked, what a refusal would need comes along; lazy() asks again if this fails.
          loadAlert().catch(() => undefined);
          press();
        }}
      >
        <span className="sqs-add-to-cart-button-inner">
          {shown === 'own' ? own : text(shown === 'adding' ? 'productAddingText' : 'productAddedText')}
        </span>
      </button>
      <span role="status" className="loggia-visually-hidden">
        {state === 'added'
          ? product.title
            ? text('addedAnnouncement', { title: product.title })
            : text('addedAnnouncementUntitled')
          : ''}
      </span>
      {notice ? (
        <Suspense fallback={null}>
          <ProductAlert product={product} notice={notice} onClose={dismiss} />
        </Suspense>
      ) : null}
      {form ? (
        <Suspense fallback={null}>
          <AdditionalFields form={form.form} title={product.title} onSave={form.save} onClose={form.close} />
        </Suspense>
      ) : null}
    </>
  );
}
