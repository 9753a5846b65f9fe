import { formProblemText } from '../text/formProblem.ts';
import type { Failure } from './failure.ts';

/** What a visitor reads when a form is not accepted (W-157…W-170). Per-field errors are shown on their fields. */
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
