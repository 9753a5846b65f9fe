import { CallError } from '../../client/failure.ts';
import { EDITOR_HEADER, SESSION_HEADER } from '../../contract/names.ts';
import { unsafeHeaders } from './ask.ts';
import { confirmed, wantsProof } from './shop.ts';

/**
 * Sends a file to the shop's API and gives the answer as it begins, to be read as it comes; waits for a fresh proof as `call` does.
 * Rejects with a `CallError`.
 */
export async function streamOf(path: string, file: Blob): Promise<Response> {
  const ask = async () => {
    const own = unsafeHeaders();
    const headers = {
      ...own,
      [SESSION_HEADER]: own[EDITOR_HEADER] ?? '',
      'content-type': 'application/octet-stream',
    };
    const refuse = (status: number, body: Record<string, unknown>) =>
      new CallError({
        kind: status ? 'http' : 'offline',
        status,
        crumbFail: false,
        body,
        ...(typeof body.error === 'string' ? { message: body.error } : {}),
      });
    const answer = await fetch(path, { method: 'POST', headers, body: file, credentials: 'same-origin' }).catch(() => {
      throw refuse(0, {});
    });
    if (!answer.ok)
      throw refuse(answer.status, Object(await answer.json().catch(() => ({}))) as Record<string, unknown>);
    return answer;
  };
  try {
    return await ask();
  } catch (thrown) {
    if (!wantsProof(thrown) || !(await confirmed())) throw thrown;
    return ask();
  }
}
