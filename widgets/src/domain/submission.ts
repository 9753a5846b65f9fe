/**
 * Sending a form as a machine: editing → submitting → succeeded, or back to editing with what went wrong.
 * While submitting it is locked: a second submit changes nothing (W-129, W-130, W-135).
 */
export type FieldErrors = Record<string, string>;
export type SubmissionState =
  | { is: 'editing'; errors: FieldErrors; message: string | null }
  | { is: 'submitting' }
  | { is: 'succeeded' };
export type SubmissionEvent =
  | { type: 'submit' }
  | { type: 'failed'; errors?: FieldErrors; message: string | null }
  | { type: 'succeeded' };

export const EDITING: SubmissionState = { is: 'editing', errors: {}, message: null };

export function nextSubmission(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  switch (event.type) {
    case 'submit':
      return state.is === 'editing' ? { is: 'submitting' } : state;
    case 'failed':
      return state.is === 'submitting' ? { is: 'editing', errors: event.errors ?? {}, message: event.message } : state;
    case 'succeeded':
      return state.is === 'submitting' ? { is: 'succeeded' } : state;
  }
}
