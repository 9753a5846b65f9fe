import type { Read } from '../island.ts';
import { itemIdOf, pageData } from '../pageData.ts';
import { Reviews } from './Reviews.tsx';

type Props = Parameters<typeof Reviews>[0];

/** Stands on `data-widget="reviews"`; needs the feature flag and the store's setting, else nothing is asked for (W-104, W-105). */
export const read: Read<Props> = (el) => {
  const { featureFlags, storeSettings } = pageData();
  const productId = itemIdOf(el);
  return featureFlags.productReviews && storeSettings.productReviewsEnabled && productId ? { productId } : null;
};
export default Reviews;
