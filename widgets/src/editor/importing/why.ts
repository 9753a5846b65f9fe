import { CallFailed, failureText } from '../client/ask.ts';
import { t } from '../text/words.ts';
import { i } from './text.ts';
import { EN, type Word } from './words/en.ts';

const isWord = (key: string): key is Word => key in EN;

/** Why a list is refused, in the editor's language where the reason is known: by its code. */
export function why(code: string, message: string): string {
  const word = `why.${code}`;
  return isWord(word) ? i(word) : message;
}

/** The same of a call that came to nothing. */
export function whyFailed(thrown: unknown): string {
  const text = failureText(thrown, t);
  if (!(thrown instanceof CallFailed) || thrown.failure.kind !== 'http') return text;
  const { code } = (thrown.failure.body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? why(code, text) : text;
}
