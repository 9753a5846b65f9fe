import { CallError } from '../../client/failure.ts';
import { t } from '../text/words.ts';

/** A refusal in words; `otherwise` where no call was refused. */
export function wordsOf(thrown: unknown, otherwise = t('errors.unknown')): string {
  if (!(thrown instanceof CallError)) return otherwise;
  const { failure } = thrown;
  if (failure.kind !== 'http') return t('errors.network');
  const code = failure.body.code;
  if (code === 'wrong-credentials') return t('logIn.incorrect');
  if (code === 'wrong-code') return t('proof.wrongCode');
  if (code === 'wrong-passkey') return t('proof.passkeyFailed');
  if (code === 'wrong-password') return t('proof.wrongPassword');
  if (code === 'log-in-over') return t('proof.over');
  return failure.message ?? t('errors.unknown');
}
