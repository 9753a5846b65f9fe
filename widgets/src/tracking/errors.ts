import { post } from '../client/beacon.ts';
import { CRUMB_COOKIE, CRUMB_HEADER } from '../contract/names.ts';
import { cookie } from './kept.ts';
import { apiUrl, type TrackedPage } from './page.ts';
import { told } from './told.ts';

/** Limits of the reporter (K-069…K-072). */
export const SENDS_PER_PAGE = 20;
export const QUEUED = 10;
export const DEBOUNCE_MS = 1000;
export const STACK_LENGTH = 5000;
const REPORT_MS = 20_000;

/** What is known of an error: a thrown value, and where the browser says it happened. */
export type Fault = { error: unknown; message?: string; filename?: string; lineno?: number; colno?: number };
/** Its `customData` is asked at each report; one that throws leaves a mark instead (K-075). */
export type ReporterOptions = { app?: string; page: TrackedPage; customData?: () => unknown };
export type Reporter = { report: (fault: Fault) => void; flush: () => void };

/** Reports errors of the page: gathered for a second, sent with the crumb, never about itself (K-065…K-076). */
export function errorReporter({ app, page, customData }: ReporterOptions): Reporter {
  let queue: object[] = [];
  let sends = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  if (!app) console.error('Error Reporter Missing App Name configuration');

  const send = async (body: string) => {
    const crumb = cookie(CRUMB_COOKIE) ?? '';
    const headers = { 'Content-Type': 'application/json', [CRUMB_HEADER]: decodeURIComponent(crumb) };
    const { status } = await post(apiUrl(page, '/api/events/RecordJavascriptErrors'), body, headers, REPORT_MS);
    // A static page brings no crumb: the refusal does.
    if (status === 403 && !crumb && cookie(CRUMB_COOKIE)) await send(body);
  };
  const flush = () => {
    clearTimeout(waiting);
    if (!queue.length || sends >= SENDS_PER_PAGE) return;
    sends += 1;
    const body = JSON.stringify(queue);
    queue = [];
    send(body).catch(() => undefined); // an error of the reporter is never reported
  };
  const report = ({ error, message, filename, lineno, colno }: Fault) => {
    if (sends >= SENDS_PER_PAGE) return;
    const timestamp = Date.now();
    const thrown = error as Partial<Error> | null | undefined;
    const details: Record<string, unknown> = {
      app: app || 'unknown',
      message: String(thrown?.message ?? message ?? error),
      stack: String(thrown?.stack ?? '').slice(0, STACK_LENGTH),
      file: filename ?? '',
      line: lineno ?? 0,
      column: colno ?? 0,
      customData: null,
      websiteId: page.website.id,
      templateId: page.website.templateId,
      url: told(location.href),
      userAgent: navigator.userAgent,
      timestamp,
    };
    let data: string;
    try {
      data = JSON.stringify({ ...details, customData: customData?.() ?? null });
    } catch {
      data = JSON.stringify({ ...details, errorInCallback: true });
    }
    if (queue.length < QUEUED) queue.push({ event: 'JavascriptError', data, timestamp });
    clearTimeout(waiting);
    waiting = setTimeout(flush, DEBOUNCE_MS);
  };
  return { report, flush };
}
