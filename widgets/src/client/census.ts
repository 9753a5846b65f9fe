import { readCookie } from '../platform/cookies.ts';

/** Census calls are given up after this long, and their failures are nobody's business (W-042). Milliseconds. */
export const CENSUS_TIMEOUT_MS = 2500;

let base = '';

/** Where the API is; '' for the page's own origin. */
export function setCensusBase(url: string): void {
  base = url.replace(/\/$/, '');
}

/** Sent even while the page is going away; needs no crumb, so that a new visitor counts too. */
function note(path: string, fields: Record<string, string>): void {
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), CENSUS_TIMEOUT_MS);
  fetch(`${base}/api/census/${path}`, {
    method: 'POST',
    credentials: base ? 'include' : 'same-origin',
    body: new URLSearchParams(fields),
    keepalive: true,
    signal: limit.signal,
  })
    .catch(() => undefined)
    .finally(() => clearTimeout(late));
}

/** Counts what happened to a widget. Fire and forget. */
export const census = {
  buttonRender: (itemId: string) => note('button-render', { itemId }),
  buttonClick: (itemId: string) => note('button-click', { itemId }),
  formRender: (formId: string) => note('form-render', { formId, visitorCookie: readCookie('ss_cvr') ?? '' }),
  overlay: (event: 'shown' | 'closed' | 'submitted', version: string, pageId: string) =>
    note('overlay', { event, version, pageId }),
  quickView: (itemId: string) => note(`RecordQuickView/${encodeURIComponent(itemId)}`, {}),
};
