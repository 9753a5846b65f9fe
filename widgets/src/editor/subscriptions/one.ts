import type { components } from '../../contract/schema.gen.ts';

/** A subscription as the shop sees it. */
export type One = components['schemas']['Subscription'];
/** What the shop does with one. */
export type Wanted = components['schemas']['SubscriptionChange']['change'];

/** Where the calls of one go. */
export const pathOf = (one: One): string => `/api/commerce/subscriptions/${encodeURIComponent(one.id)}`;
