import { post, queued } from '../client/beacon.ts';
import { heartbeat, plays } from './activity.ts';
import { EVENT, hit, type View } from './events.ts';
import { hear } from './listen.ts';
import { recordEvent } from './ownEvent.ts';
import { apiUrl } from './page.ts';
import { track } from './pipeline.ts';
import { pixel } from './pixel.ts';
import { isMeasured, PERFORMANCE_TIMEOUT_MS } from './sample.ts';
import { type CartNews, shopping } from './shop.ts';

/** Runs a step of the tracker. What cannot be sent is forgotten; what is a fault of ours is reported (K-053, K-054). */
export type Guard = (act: () => unknown) => void;

/** What can wait until the page is idle: all but the visit itself and the page's errors. News of the page are heard from the start. */
export function follow(view: View, guard: Guard, signal: AbortSignal): void {
  const { featureFlags, page, tracking } = view.page;
  const viewed = () => {
    if (page.pageType === SEARCH_PAGE) return;
    pixel(view.page, 'page_view');
    if (featureFlags.analyticsTagV2) guard(() => track(view, 'page_view', {}));
  };
  guard(viewed);
  window.addEventListener('pageshow', ({ persisted }) => persisted && guard(viewed), { signal });

  heartbeat(() => guard(() => hit(view, EVENT.heartbeat, 'heartbeat')), signal);
  plays((event, source) => guard(() => hit(view, event, 'play', { source })), signal);
  hear('loggia:video', (news) => guard(() => hit(view, EVENT.video, 'play', news as object)), signal);

  let searched = new URLSearchParams(location.search).get('q');
  const search = ({ query }: { query?: string }) => {
    if (!query || query === searched) return;
    searched = query;
    hit(view, EVENT.siteSearch, 'site_search', { query });
  };
  hear('loggia:search', (news) => guard(() => search(news as { query?: string })), signal);

  const shop = shopping(view);
  guard(shop.start);
  hear('loggia:cart', (news) => news && guard(() => shop.cart(news as CartNews)), signal);
  hear('loggia:order', (order) => guard(() => recordEvent(view, 'order', orderIn(order as Order))), signal);
  hear(
    'loggia:event',
    (news) => {
      const { event, data, ...extra } = news as { event: string; data?: unknown } & Record<string, string>;
      guard(() => recordEvent(view, event, data ?? {}, extra));
    },
    signal,
  );
  if (tracking?.performance !== false) guard(() => measured(view, signal));
}

const SEARCH_PAGE = 4;

type Order = Record<string, unknown>;

/** The members of an order that are counted (K-040). */
const orderIn = ({ id, purchasedCartId, testMode, websiteId, items, grandTotal, shippingTotal, taxTotal }: Order) => ({
  id,
  purchasedCartId,
  testMode,
  websiteId,
  items,
  grandTotal,
  shippingTotal,
  taxTotal,
});

/** Web vitals come with their own code, and only to the views that are measured (K-081). */
async function measured(view: View, signal: AbortSignal): Promise<void> {
  const until = Date.now() + PERFORMANCE_TIMEOUT_MS;
  if (!(await isMeasured(view.page))) return;
  const { measure } = await import('./performance.ts');
  const url = apiUrl(view.page, '/api/1/performance/records');
  const send = (record: object) => {
    const body = JSON.stringify([record]);
    if (!queued(url, body)) post(url, body, {}, PERFORMANCE_TIMEOUT_MS).catch(() => undefined);
  };
  if (!signal.aborted) measure(view, until - Date.now(), send, signal);
}
