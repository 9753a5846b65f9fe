import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { View } from './events.ts';

/** Version of what measures (K-079). */
export const PERFORMANCE_VERSION = '4.0.7';

/** What a page view measured: milliseconds, CLS without unit (K-080). A metric that did not occur is null. */
export type Timings = Record<'TTFB' | 'FCP' | 'LCP' | 'CLS' | 'INP' | 'FID', number | null>;

/** The record of one page view (K-077). */
export function performanceRecord({ page, analyticsId, marketingId, memberId }: View, timings: Timings) {
  const { accountId, id, templateId, language, timeZone } = page.website;
  const { pageType, platform } = page.page;
  return {
    analyticsId,
    marketingId,
    memberId,
    pathname: location.pathname,
    hostname: location.hostname,
    version: PERFORMANCE_VERSION,
    pageContext: { accountId, websiteId: id, templateId, pageType, platform, language, timeZone },
    timings,
  };
}

export type PerformanceRecord = ReturnType<typeof performanceRecord>;

/** First Input Delay: the library measures it no more. */
function onFirstInput(tell: (delay: number) => void): void {
  if (!window.PerformanceObserver?.supportedEntryTypes?.includes('first-input')) return;
  const observer = new PerformanceObserver((list) => {
    const first = list.getEntries()[0] as PerformanceEventTiming | undefined;
    if (first) tell(first.processingStart - first.startTime);
    observer.disconnect();
  });
  observer.observe({ type: 'first-input', buffered: true });
}

/**
 * Measures this page view, and hands its record to `send` once: when the page is hidden, at the latest after `patience`
 * milliseconds (K-078, K-081).
 */
export function measure(
  view: View,
  patience: number,
  send: (record: PerformanceRecord) => void,
  signal: AbortSignal,
): void {
  const timings: Timings = { TTFB: null, FCP: null, LCP: null, CLS: null, INP: null, FID: null };
  const note = ({ name, value }: Metric) => {
    timings[name] = value;
  };
  // Each metric as it stands: the record may be asked for at any moment.
  for (const on of [onTTFB, onFCP, onLCP, onCLS, onINP]) on(note, { reportAllChanges: true });
  onFirstInput((delay) => {
    timings.FID = delay;
  });

  const sent = new AbortController();
  const finish = () => {
    if (sent.signal.aborted) return;
    clearTimeout(timer);
    sent.abort();
    if (!signal.aborted) send(performanceRecord(view, timings));
  };
  const timer = setTimeout(finish, patience);
  const hidden = () => document.visibilityState === 'hidden' && finish();
  // Not `pagehide`, which a browser says before: what it has measured and nobody has looked at yet comes between the two.
  document.addEventListener('visibilitychange', hidden, { signal: sent.signal });
}
