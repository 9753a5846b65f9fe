import { formProblemText, problemText } from '../text/problem.ts';
import { text } from '../text/text.ts';

/** What came back instead of an answer. */
export type Failure = {
  /** `offline`: no answer at all; `timeout`: none in time; `http`: an answer that says no. */
  kind: 'offline' | 'timeout' | 'http';
  /** HTTP status, 0 when there was none. */
  status: number;
  /** The server's own words (spec §8), when it had any. */
  message?: string;
  /** The crumb did not fit: the session is over, or cookies are off. */
  crumbFail: boolean;
  /** Field id to message. */
  errors?: Record<string, string>;
  /** Everything else the answer said. */
  body: Record<string, unknown>;
};

/** Thrown by `client/call`; carries a `Failure`. */
export class CallError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message ?? `HTTP ${failure.status}`);
    this.name = 'CallError';
  }
}

/** The failure inside whatever was thrown; a fault of our own counts as one without an answer. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CallError) return thrown.failure;
  reportError(thrown);
  return { kind: 'http', status: 0, crumbFail: false, body: {} };
}

/** What a shopper reads when a purchase call fails (spec §8; W-055…W-059, W-090). */
export function purchaseMessage(failure: Failure): string {
  if (failure.kind !== 'http') return text('networkErrorText');
  if (failure.crumbFail) return problemText({ code: navigator.cookieEnabled ? 'session-expired' : 'cookies-disabled' });
  if (failure.status === 429) return problemText({ code: 'too-many-requests' });
  return failure.message ?? text('unknownErrorText');
}

/** What a visitor reads when a form is not accepted (spec §8; W-157…W-170). Per-field errors are shown on their fields. */
export function formMessage(failure: Failure): string {
  if (failure.kind !== 'http') return formProblemText('unknown');
  switch (failure.status) {
    case 401:
      return formProblemText('not-authorised');
    case 404:
      return formProblemText('not-configured');
    case 429:
      return formProblemText('rate-limited');
    case 500:
      return formProblemText('not-sent');
    default:
      if (failure.crumbFail) return formProblemText('processing');
      return failure.message ?? formProblemText(failure.errors ? 'fields-invalid' : 'unknown');
  }
}
