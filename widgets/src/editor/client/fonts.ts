import { BUNDLED, type Font, readFonts } from '../core/fonts.ts';
import { ask, CallFailed } from './ask.ts';

/** The fonts of the site; those that need no file where the server has no list of its own. */
export async function getFonts(): Promise<readonly Font[]> {
  try {
    return readFonts(await ask('GET', 'fonts'));
  } catch (thrown) {
    if (thrown instanceof CallFailed && thrown.failure.kind === 'http' && thrown.failure.status === 404) return BUNDLED;
    throw thrown;
  }
}
