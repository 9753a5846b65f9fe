import { beacon } from '../client/beacon.ts';
import { cookie } from './kept.ts';
import { apiUrl, type TrackedPage } from './page.ts';
import { RETURN_COOKIE } from './visit.ts';

/** Event numbers. */
export const EVENT = { pageView: 1, siteSearch: 2, heartbeat: 10, audio: 20, video: 21 } as const;

/** What the tracker knows of a page view: the page, and who looks at it. */
export type View = {
  page: TrackedPage;
  analyticsId: string;
  marketingId: string | null;
  sessionId: string;
  memberId: string | null;
};

/** An event as the analytics of the page know it (K-042). */
export const analyticsEvent = ({ page, memberId }: View, eventName: string, more?: object) => ({
  eventName,
  payload: {
    pagePath: location.pathname,
    pageHash: location.hash,
    websiteId: page.website.id,
    templateId: page.website.templateId,
    variantId: null,
    memberAccountId: memberId,
    member_locale: null,
    website_locale: page.website.locale,
    ...more,
  },
});

/** Where the visitor came from: the host of another site, and no more of it; undefined within the site. */
function referrer(): string | undefined {
  const host = document.referrer.split('/')[2];
  return host === location.host ? undefined : host;
}

/** Counts a hit: a beacon, form-encoded (K-043). A view says beside it which site led here. */
export function hit(view: View, event: number, name: string, more?: object): void {
  const data = JSON.stringify({
    ...analyticsEvent(view, name, more),
    referrer: event === EVENT.pageView ? referrer() : undefined,
  });
  const fields = { event: String(event), data, ss_cvr: cookie(RETURN_COOKIE) ?? '' };
  beacon(apiUrl(view.page, '/api/census/RecordHit'), new URLSearchParams(fields));
}
