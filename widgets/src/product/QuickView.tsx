import { lazy, Suspense, useState } from 'react';
import { census } from '../client/census.ts';
import type { Product } from '../contract/types.ts';

const loadDialog = () => import('./QuickViewDialog.tsx');
const QuickViewDialog = lazy(loadDialog);

type Props = { product: Product; label: string };

/** A product's details without leaving the list (W-103); each opening is counted. */
export function QuickView({ product, label }: Props) {
  const [open, setOpen] = useState(false);
  const show = () => {
    census.quickView(product.id);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className="loggia-quick-view"
        data-replay="quick-view"
        aria-haspopup="dialog"
        aria-label={product.title ? `${label}: ${product.title}` : label}
        onPointerEnter={() => void loadDialog().catch(() => undefined)} // lazy() asks again if this fails
        onClick={show}
      >
        {label}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <QuickViewDialog product={product} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
