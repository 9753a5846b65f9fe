import type { Read } from '../island.ts';
import { productOf } from '../pageData.ts';
import { GiftCardPage } from './GiftCardPage.tsx';

type Props = Parameters<typeof GiftCardPage>[0];

/** Stands on `data-widget="gift-card"`: item and denomination come in the address (W-035, W-036). */
export const read: Read<Props> = () => {
  const asked = new URLSearchParams(window.location.search);
  const itemId = asked.get('itemId') ?? '';
  return { itemId, sku: asked.get('sku') ?? '', product: productOf(itemId) };
};
export default GiftCardPage;
