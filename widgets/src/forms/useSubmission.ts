import { useReducer, useRef, useState } from 'react';
import { recordEvent } from '../client/events.ts';
import { CallError, failureOf } from '../client/failure.ts';
import { formMessage } from '../client/formMessage.ts';
import { formCalls, type Submission } from '../client/forms.ts';
import type { Answers, Form } from '../contract/types.ts';
import { values } from '../domain/form.ts';
import { EDITING, nextSubmission, type SubmissionState } from '../domain/submission.ts';
import { pageData } from '../pageData.ts';
import { goTo } from '../platform/go.ts';
import { formProblemText } from '../text/formProblem.ts';
import { type FormKey, keepKey } from './formKey.ts';

/** The page a form stands on, beside the answers (W-131). */
function pageContext(): Omit<Submission, 'key' | 'form' | 'formId'> {
  const { page } = pageData();
  const context: Omit<Submission, 'key' | 'form' | 'formId'> = { pagePath: page.path || window.location.pathname };
  if (page.pageId) context.pageId = page.pageId;
  if (page.collectionId) context.collectionId = page.collectionId;
  if (page.itemId) context.itemId = page.itemId;
  return context;
}

/** A key for one submission; its failure has a message of its own (W-160). */
async function had(taken: Promise<FormKey>): Promise<FormKey> {
  try {
    return await taken;
  } catch (thrown) {
    const { failure } = thrown as CallError;
    if (failure.kind === 'http' && failure.crumbFail) throw thrown;
    throw new CallError({ ...failure, kind: 'http', status: 0, message: formProblemText('no-key') });
  }
}

/** Whether a refusal says that a key is spent. */
const isSpent = (thrown: unknown) => thrown instanceof CallError && thrown.failure.body.code === 'processing';

/**
 * Sends a form: the server's checks, a key, then the answers; locked meanwhile.
 * A success leads to the redirect, or the form makes room for the owner's message.
 */
export function useSubmission(
  form: Form,
  asksCaptcha: boolean,
): {
  /** The form was touched: its key is asked for. */
  touch: () => void;
  state: SubmissionState;
  /** Counts the failures: a captcha is solved anew after each. */
  turn: number;
  send: (answers: Answers, captchaKey: string | null, decoy: string) => void;
  refuse: (message: string, errors: Record<string, string>) => void;
} {
  const [state, dispatch] = useReducer(nextSubmission, EDITING);
  const [turn, setTurn] = useState(0);
  const [keys] = useState(() => keepKey(!asksCaptcha));
  /** A key that was sent and never answered. */
  const unanswered = useRef<string | null>(null);

  async function save(submission: Submission) {
    try {
      await formCalls.save(submission);
    } catch (thrown) {
      // A key is good once: spent, though its answer never came, it has brought what was sent, and a second one would
      // bring it twice.
      if (unanswered.current === submission.key && isSpent(thrown)) return;
      const isUnanswered = failureOf(thrown).kind !== 'http';
      unanswered.current = isUnanswered ? submission.key : null;
      if (!isUnanswered) keys.drop();
      throw thrown;
    }
  }

  async function submit(answers: Answers, captchaKey: string | null, decoy: string) {
    const sent = values(form, answers);
    if (!form.validationDisabled) await formCalls.validate(form.id, sent);
    const { key, proof } = await had(keys.take());
    const submission: Submission = { key, form: sent, formId: form.id, ...pageContext() };
    if (proof) submission.proof = proof;
    if (captchaKey) submission.captchaKey = captchaKey;
    if (decoy) submission.decoy = decoy;
    await save(submission);
    if (form.newsletter) recordEvent('newsletter-signup', { formId: form.id });
    dispatch({ type: 'succeeded' });
    if (form.successRedirect) goTo(form.successRedirect);
  }

  return {
    touch: keys.touch,
    state,
    turn,
    refuse: (message, errors) => {
      dispatch({ type: 'submit' });
      dispatch({ type: 'failed', message, errors });
    },
    send: (answers, captchaKey, decoy) => {
      if (state.is !== 'editing') return;
      dispatch({ type: 'submit' });
      submit(answers, captchaKey, decoy).catch((thrown: unknown) => {
        const failure = failureOf(thrown);
        setTurn((now) => now + 1);
        dispatch({ type: 'failed', message: formMessage(failure), errors: failure.errors ?? {} });
      });
    },
  };
}
