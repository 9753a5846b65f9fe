import { CallFailed, failureText } from '../client/ask.ts';
import { panelText } from '../text/text.ts';
import { t } from '../text/words.ts';
import { DE } from './words/de.ts';
import { EN, type Reason } from './words/en.ts';
import { ES } from './words/es.ts';
import { FR } from './words/fr.ts';

const say = panelText(EN, { de: DE, es: ES, fr: FR });
const isKnown = (key: string): key is Reason => Object.hasOwn(EN, key);

/** Why a site is not published, in the editor's language where the reason is known: by its code. */
export const why = (code: string, message: string): string => {
  const key = `why.${code}`;
  return isKnown(key) ? say(key) : message;
};

/** The same of a call that came to nothing. */
export function whyFailed(thrown: unknown): string {
  const text = failureText(thrown, t);
  if (!(thrown instanceof CallFailed) || thrown.failure.kind !== 'http') return text;
  const { code } = (thrown.failure.body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? why(code, text) : text;
}
