import { problemText } from '../text/problem.ts';
import { text } from '../text/text.ts';
import type { Failure } from './failure.ts';

/** What a shopper reads when a purchase call fails (W-055…W-059, W-090). */
export function purchaseMessage(failure: Failure): string {
  if (failure.kind !== 'http') return text('networkErrorText');
  if (failure.crumbFail) return problemText({ code: navigator.cookieEnabled ? 'session-expired' : 'cookies-disabled' });
  if (failure.status === 429) return problemText({ code: 'too-many-requests' });
  return failure.message ?? text('unknownErrorText');
}
