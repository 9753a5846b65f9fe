import { EDITING, nextSubmission, type SubmissionState } from './submission.ts';

const submitting: SubmissionState = { is: 'submitting' };

test('W-129 W-130 a submit locks, and a second one changes nothing', () => {
  expect(nextSubmission(EDITING, { type: 'submit' })).toEqual(submitting);
  expect(nextSubmission(submitting, { type: 'submit' })).toBe(submitting);
});

test('W-135 a failure unlocks and carries what is wrong', () => {
  const failed = nextSubmission(submitting, { type: 'failed', errors: { f1: 'Required' }, message: 'Look' });
  expect(failed).toEqual({ is: 'editing', errors: { f1: 'Required' }, message: 'Look' });
  expect(nextSubmission(failed, { type: 'submit' })).toEqual(submitting);
});

test('W-134 a success is the end', () => {
  const done = nextSubmission(submitting, { type: 'succeeded' });
  expect(done).toEqual({ is: 'succeeded' });
  expect(nextSubmission(done, { type: 'submit' })).toBe(done);
  expect(nextSubmission(EDITING, { type: 'succeeded' })).toBe(EDITING);
});
