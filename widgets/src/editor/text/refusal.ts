import { CallError } from '../../client/failure.ts';
import { t } from './words.ts';

/**
 * What became of a call of the shop, for who asked for it: the shop's own words where it has some. Without an answer it is not known
 * whether it was done, and that is what is said.
 */
export function refusalOf(thrown: unknown): string {
  if (thrown instanceof CallError) {
    const { kind, message } = thrown.failure;
    if (kind === 'offline') return t('errors.noAnswer');
    if (kind === 'timeout') return t('errors.late');
    return message || t('errors.refused');
  }
  // A file that was asked for says why it does not come; what the browser says of a connection is nobody's language.
  if (thrown instanceof TypeError) return t('errors.noAnswer');
  const said = thrown instanceof Error ? thrown.message : '';
  return said && !said.startsWith('HTTP ') ? said : t('errors.refused');
}
