import type { Answers } from '../contract/types.ts';
import type { Challenge } from '../platform/proofOfWork.ts';
import { call } from './call.ts';

export type Submission = {
  key: string;
  form: Answers;
  /** The captcha's token; spelled `captchaKey` in this call only. */
  captchaKey?: string;
  /** The answer to the work that came with the key. */
  proof?: string;
  /** What stood in the field that no person sees; only sent when something did. */
  decoy?: string;
  formId: string;
  pageId?: string;
  pagePath?: string;
  collectionId?: string;
  itemId?: string;
};

/** The form calls. */
export const formCalls = {
  validate: (formId: string, answers: Answers) =>
    call<unknown>('POST', `/api/rest/forms/validate/${encodeURIComponent(formId)}`, { json: answers }),
  challenge: () => call<Challenge>('POST', '/api/form/CaptchaChallenge'),
  /** A key is good for the crumb it was asked for with, which `onSent` is told. */
  key: (onSent: (crumb: string | undefined) => void) =>
    call<{ data: { key: string; work: Challenge } }>('POST', '/api/form/FormSubmissionKey', { onSent }),
  save: (submission: Submission) => call<unknown>('POST', '/api/form/SaveFormSubmission', { json: submission }),
};
