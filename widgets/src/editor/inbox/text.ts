import { CallError } from '../../client/failure.ts';
import { panelText } from '../text/text.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** A word of the inbox in the editor's language, with `{names}` filled in. */
export const k = panelText(EN, WORDS);

/** What the server says against something. */
export const refusalOf = (thrown: unknown): string =>
  (thrown instanceof CallError ? thrown.failure.message : undefined) || k('failed');
