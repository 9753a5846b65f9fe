import { purchaseMessage } from '../client/failureText.ts';
import type { Product } from '../contract/types.ts';
import { PRODUCT_TYPE } from '../domain/productType.ts';
import { pageData } from '../pageData.ts';
import { problemText } from '../text/problem.ts';
import { text } from '../text/text.ts';
import { Alert } from '../ui/Alert.tsx';
import type { Notice } from './useAddToCart.ts';

/** A gift card, an express checkout and a plain add each have a title of their own (W-052…W-054). */
function titleOf(product: Product): string {
  if (product.productType === PRODUCT_TYPE.giftCard) return text('giftCardUnableToPurchaseTitle');
  const express = pageData().storeSettings.expressCheckoutEnabled;
  return text(express ? 'productUnableToPurchaseTitle' : 'productUnableToAddTitle');
}

/** Why the item was not added. A chunk of its own, fetched with the first press: most shoppers never see it. */
export default function ProductAlert(props: { product: Product; notice: Notice; onClose: () => void }) {
  const { product, notice, onClose } = props;
  const message = 'problem' in notice ? problemText(notice.problem) : purchaseMessage(notice.failure);
  return <Alert title={titleOf(product)} message={message} okLabel={text('ok')} onClose={onClose} />;
}
