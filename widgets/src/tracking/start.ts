import { NotSent } from '../client/beacon.ts';
import { errorReporter, type Fault, type Reporter } from './errors.ts';
import { EVENT, hit, type View } from './events.ts';
import { analyticsId, forgetVisitor, sessionId } from './identity.ts';
import { cookie } from './kept.ts';
import type { Guard } from './later.ts';
import { hear } from './listen.ts';
import { asksForPrivacy, isCounted, signedIn, type TrackedPage } from './page.ts';
import { recordVisit } from './visit.ts';

/** The app's name in error reports. */
const APP = 'loggia-site';
const SEARCH_PAGE = 4;

function guardWith(report: (fault: Fault) => void): Guard {
  const failed = (error: unknown) => error instanceof NotSent || report({ error });
  return (act) => {
    try {
      Promise.resolve(act()).catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

function reportErrors(page: TrackedPage, signal: AbortSignal): Reporter {
  const { loggiaErrorData } = window as { loggiaErrorData?: () => unknown };
  const reporter = errorReporter({ app: APP, page, customData: () => loggiaErrorData?.() });
  window.addEventListener('error', reporter.report, { signal });
  window.addEventListener('unhandledrejection', ({ reason }) => reporter.report({ error: reason }), { signal });
  // A page that goes away takes nothing with it.
  window.addEventListener('pagehide', reporter.flush, { signal });
  return reporter;
}

/** Counts one view of the page, and what happens in it until `signal` ends. */
function visit(page: TrackedPage, guard: Guard, signal: AbortSignal): void {
  const now = Date.now();
  const { featureFlags, tracking } = page;
  recordVisit(now);
  const view: View = {
    page,
    analyticsId: analyticsId(now),
    marketingId: cookie('SS_MID') ?? null,
    sessionId: sessionId(),
    memberId: signedIn()?.siteUserId ?? null,
  };
  const onSearchPage = page.page.pageType === SEARCH_PAGE;
  const viewed = () => onSearchPage || hit(view, EVENT.pageView, 'page_view');
  guard(viewed);
  // Out of the browser's history: seen once more.
  window.addEventListener('pageshow', ({ persisted }) => persisted && guard(viewed), { signal });

  const query = onSearchPage && new URLSearchParams(location.search).get('q');
  if (query) guard(() => hit(view, EVENT.siteSearch, 'site_search', { query }));

  // A page that closed before it came, or a network that failed it, has nothing to report.
  const more = async () => {
    const { follow } = await import('./later.ts').catch(() => ({ follow: undefined }));
    if (!signal.aborted) follow?.(view, guard, signal);
  };
  if (featureFlags.commerceVisitorMetrics || featureFlags.analyticsTagV2 || tracking?.pixelUrl) guard(more);
  else onIdle(() => guard(more));
}

function onIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}

/**
 * Starts the tracker on a page. Nothing of the visitor is kept or sent before the owner's settings and the visitor's choice
 * allow it; `loggia:consent` with `{ granted }` gives and takes consent at any time. Answers how to stop.
 */
export function startTracker(page: TrackedPage | undefined): () => void {
  const whole = new AbortController();
  if (!page) return () => undefined;
  const { tracking } = page;
  const reporter = tracking?.errors === false ? undefined : reportErrors(page, whole.signal);
  const guard = guardWith((fault) => reporter?.report(fault));
  if (tracking?.respectPrivacySignals !== false && asksForPrivacy()) return () => whole.abort();

  let running: AbortController | undefined;
  const begin = () => {
    if (running || !isCounted(page, signedIn())) return;
    running = new AbortController();
    const { signal } = running;
    guard(() => visit(page, guard, signal));
  };
  const end = () => {
    running?.abort();
    running = undefined;
  };
  const consent = (news: unknown) => {
    if ((news as { granted?: boolean }).granted) return begin();
    end();
    guard(forgetVisitor);
  };
  if (!tracking?.consentRequired) begin();
  hear('loggia:consent', consent, whole.signal);
  return () => {
    end();
    whole.abort();
  };
}
