import { CallError } from '../../client/failure.ts';
import { t } from '../text/words.ts';

/** What the shop says against it. */
export const refusalOf = (thrown: unknown): string =>
  (thrown instanceof CallError ? thrown.failure.message : undefined) || t('errors.unknown');
