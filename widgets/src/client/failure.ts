/** What came back instead of an answer. */
export type Failure = {
  /** `offline`: no answer at all; `timeout`: none in time; `http`: an answer that says no. */
  kind: 'offline' | 'timeout' | 'http';
  /** HTTP status, 0 when there was none. */
  status: number;
  /** The server's own words, when it had any. */
  message?: string;
  /** The crumb did not fit: the session is over, or cookies are off. */
  crumbFail: boolean;
  /** Field id to message. */
  errors?: Record<string, string>;
  /** Everything else in the answer. */
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
