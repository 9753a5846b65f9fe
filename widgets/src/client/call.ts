import { CRUMB_COOKIE, CRUMB_HEADER, SESSION_HEADER } from '../contract/names.ts';
import { readCookie } from '../platform/cookies.ts';
import { CallError, type Failure } from './failure.ts';

/** A call that has not answered after this long is given up. Milliseconds. */
export const CALL_TIMEOUT_MS = 20_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type CallOptions = {
  json?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** Sent even while the page is going away. */
  keepalive?: boolean;
  /** Asked once more when the crumb did not fit, for every caller with one (W-223). */
  again?: boolean;
  /** Told the crumb of each sending: what is answered belongs to the last one, whichever the page holds by then. */
  onSent?: (crumb: string | undefined) => void;
};

let base = '';
let siteUserToken: string | undefined;

/** Where the API is: '' for the page's own origin (`PageData.apiBaseUrl`). */
export function setApiBase(url: string): void {
  base = url.replace(/\/$/, '');
}

let crumbCookie: string = CRUMB_COOKIE;

/** What begins the names of the cookies that the server keeps for this page: nothing for pages of the site. */
export function setCookiePrefix(prefix: string): void {
  crumbCookie = prefix + CRUMB_COOKIE;
}

/** The session's token, sent with every later call that changes something (W-225). */
export function setSiteUserToken(token: string | undefined): void {
  siteUserToken = token;
}

export const apiUrl = (path: string): string => `${base}${path}`;

function headersFor(method: Method, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (options.json !== undefined) headers['content-type'] = 'application/json';
  const crumb = readCookie(crumbCookie);
  if (crumb) headers[CRUMB_HEADER] = crumb;
  if (siteUserToken && method !== 'GET') headers[SESSION_HEADER] = siteUserToken;
  return headers;
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return Object(body) as Record<string, unknown>; // of what is no object, nothing is read
  } catch {
    return {}; // no body, or not JSON: the status alone speaks
  }
}

function failed(response: Response, body: Record<string, unknown>): CallError {
  const failure: Failure = { kind: 'http', status: response.status, crumbFail: body.crumbFail === true, body };
  const message = body.error || body.message;
  if (message && typeof message === 'string') failure.message = message;
  if (body.errors && typeof body.errors === 'object') failure.errors = body.errors as Record<string, string>;
  return new CallError(failure);
}

async function once<T>(method: Method, path: string, options: CallOptions): Promise<T> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), options.timeoutMs ?? CALL_TIMEOUT_MS);
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: headersFor(method, options),
    signal: limit.signal,
  };
  if (options.json !== undefined) init.body = JSON.stringify(options.json);
  if (options.keepalive) init.keepalive = true;
  try {
    const response = await fetch(apiUrl(path) + (query.size ? `?${query}` : ''), init);
    const body = await bodyOf(response);
    if (!response.ok) throw failed(response, body);
    return body as T;
  } catch (thrown) {
    if (thrown instanceof CallError) throw thrown;
    throw new CallError({ kind: limit.signal.aborted ? 'timeout' : 'offline', status: 0, crumbFail: false, body: {} });
  } finally {
    clearTimeout(late);
  }
}

/**
 * One call of the API. Rejects with a `CallError`.
 * A static page gives no crumb: the first call of a new visitor is refused and brings the cookie, and is repeated. Other
 * first calls of the page may bring another one meanwhile, so that a crumb that was right no longer is: as long as the
 * cookie is another one than was sent, three repetitions are tried.
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  for (let left = options.again ? 1 : 3; ; left -= 1) {
    const sent = readCookie(crumbCookie);
    options.onSent?.(sent);
    try {
      return await once<T>(method, path, options);
    } catch (thrown) {
      const held = readCookie(crumbCookie);
      const refused = thrown instanceof CallError && thrown.failure.crumbFail;
      if (!(refused && left && held && (options.again || held !== sent))) throw thrown;
    }
  }
}
