import { becomeHost, type Read } from '../island.ts';
import { productOf } from '../pageData.ts';
import { GALLERY_TEXTS } from '../text/catalogue/gallery.ts';
import { addTexts, text } from '../text/text.ts';
import { QuickView } from './QuickView.tsx';

addTexts({ productQuickViewText: GALLERY_TEXTS.productQuickViewText });

type Props = Parameters<typeof QuickView>[0];

/** Stands on `data-widget="quick-view"` and on the formatter's `.sqs-product-quick-view-button`. */
export const read: Read<Props> = (el) => {
  const product = productOf(el.dataset.id ?? el.dataset.itemId ?? '');
  if (!product) return null;
  const label = el.textContent?.trim() || text('productQuickViewText');
  becomeHost(el, 'quick-view');
  return { product, label };
};
export default QuickView;
