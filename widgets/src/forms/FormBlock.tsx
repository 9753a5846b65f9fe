import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formCalls } from '../client/forms.ts';
import type { Form } from '../contract/types.ts';
import { pageData } from '../pageData.ts';
import { captchaTexts } from '../text/captcha.ts';
import { formProblemText } from '../text/formProblem.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Captcha } from '../ui/LazyCaptcha.tsx';
import { useListener } from '../ui/useListener.ts';
import styles from './FormBlock.module.css';
import { FieldOf } from './fields.tsx';
import { focusFirstError, useAnswers } from './useAnswers.ts';
import { useSubmission } from './useSubmission.ts';

type Props = { form: Form };

/** Where the first wrong field is, seen from the button (W-163). */
function reviewText(root: HTMLFormElement | null): string {
  const wrong = root?.querySelector('.form-item.error')?.getBoundingClientRect().top ?? 0;
  const button = root?.querySelector('[type=submit]')?.getBoundingClientRect().top ?? 0;
  return formProblemText(wrong > button ? 'review-below' : 'review-above');
}

/** A form in a page: the fields of its owner, their checks, and what comes after. */
export function FormBlock({ form }: Props) {
  const { captchaSiteKey } = pageData();
  const asksCaptcha = form.captchaEnabled && !!captchaSiteKey;
  const { answers, errors, attempt, answer, check, mark } = useAnswers(form);
  const { touch, state, turn, send, refuse } = useSubmission(form, asksCaptcha);
  const [token, setToken] = useState<string | null>(null);
  const [review, setReview] = useState('');
  const root = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const decoy = useRef<HTMLInputElement>(null);
  const editing = state.is === 'editing' ? state : null;

  useListener(root, 'focusin', touch);

  // What the server found, beside what the page found itself.
  useEffect(() => {
    if (editing && Object.keys(editing.errors).length > 0) mark(editing.errors);
  }, [editing, mark]);
  useEffect(() => {
    if (attempt === 0) return;
    setReview(reviewText(root.current));
    focusFirstError(root.current);
  }, [attempt]);
  useEffect(() => {
    if (state.is === 'succeeded') done.current?.focus();
  }, [state.is]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.is !== 'editing') return;
    if (!check()) return refuse(formProblemText('fields-invalid'), {});
    if (asksCaptcha && !token) return refuse(formProblemText('captcha-missing'), {});
    send(answers, token, decoy.current?.value ?? '');
    setToken(null);
  };

  if (state.is === 'succeeded')
    return (
      <div ref={done} role="status" tabIndex={-1} className="form-submission-text">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the owner's own HTML, from the site's build */}
        <div dangerouslySetInnerHTML={{ __html: form.parsedSubmissionMessage }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the owner's own HTML, from the site's build */}
        <div dangerouslySetInnerHTML={{ __html: form.submissionHTML }} />
      </div>
    );

  const busy = state.is === 'submitting';
  return (
    <form
      ref={root}
      noValidate
      className={`loggia-form ${styles.form}`}
      aria-label={form.name || text('formDefaultName')}
      onSubmit={submit}
    >
      {form.fields.map((field) => (
        <FieldOf
          key={field.id}
          field={field}
          answer={answers[field.id]}
          error={errors[field.id]}
          onAnswer={(value) => answer(field.id, value)}
        />
      ))}
      {asksCaptcha ? (
        <Captcha
          siteKey={captchaSiteKey}
          theme={form.captchaTheme}
          align={form.captchaAlignment}
          texts={captchaTexts()}
          challenge={formCalls.challenge}
          turn={turn}
          onToken={setToken}
        />
      ) : null}
      <div role="alert" className={styles.message}>
        {editing?.message ? <p>{editing.message}</p> : null}
        {editing?.message && Object.keys(errors).length > 0 && review ? <p>{review}</p> : null}
      </div>
      <p className="form-actions">
        <Button type="submit" busy={busy}>
          {busy ? text('formSubmittingText') : form.buttonText || text('formSubmit')}
        </Button>
      </p>
      {form.parsedDisclaimerMessage ? (
        <div
          className={`form-disclaimer ${styles.disclaimer}`}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the owner's own HTML, from the site's build
          dangerouslySetInnerHTML={{ __html: form.parsedDisclaimerMessage }}
        />
      ) : null}
      {/* For programs: no person sees it, hears it or reaches it with a key, and no browser fills it in. It comes last, because
          a press that was held is played on the control in the same place. */}
      <span aria-hidden="true" className="loggia-visually-hidden">
        <input ref={decoy} name="decoy" tabIndex={-1} autoComplete="off" />
      </span>
    </form>
  );
}
