import type { CallOptions, Method } from '../../client/call.ts';
import { call as callOfShop } from '../../client/call.ts';
import { CallError } from '../../client/failure.ts';
import { EDITOR_HEADER, SESSION_HEADER } from '../../contract/names.ts';
import { unsafeHeaders } from './ask.ts';

/** Asks the person who is signed in for a fresh proof that it is them; whether they gave it. */
type Confirms = () => Promise<boolean>;
let confirms: Confirms | undefined;

/** Who asks for a fresh proof: the editor, as long as it is open. */
export function setConfirms(next: Confirms | undefined): void {
  confirms = next;
}

/** Asks for a fresh proof, where somebody is there to give it. */
export const confirmed = async (): Promise<boolean> => (await confirms?.()) ?? false;

/** The stable word by which the server asks for one. */
const CONFIRM_AGAIN = 'confirm-again';
/** Whether a refusal asks for a fresh proof. */
export const wantsProof = (thrown: unknown): boolean =>
  thrown instanceof CallError && thrown.failure.body.code === CONFIRM_AGAIN;

/**
 * One call of the shop's API as somebody who works in the editor: its token says so, and stands for that of a log-in. Where
 * the server wants a fresh proof the call waits for it, and is repeated. Rejects with a `CallError`.
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  try {
    return await plainCall<T>(method, path, options);
  } catch (thrown) {
    if (!wantsProof(thrown) || !(await confirmed())) throw thrown;
    return plainCall<T>(method, path, options);
  }
}

/** The same without a proof: for the proof itself. */
export function plainCall<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const own = unsafeHeaders();
  const token = own[EDITOR_HEADER] ?? '';
  return callOfShop<T>(method, path, {
    ...options,
    headers: { ...own, [SESSION_HEADER]: token, ...options.headers },
  });
}

/** An answer of the shop's API that is no JSON; waits for a fresh proof as `call` does. What it refuses it says. */
export async function answerOf(path: string): Promise<Response> {
  const ask = () => fetch(path, { headers: unsafeHeaders(), credentials: 'same-origin' });
  const refusalOf = async (answer: Response) =>
    (answer.ok ? {} : await answer.json().catch(() => ({}))) as { code?: string; error?: string };
  let answer = await ask();
  let refusal = await refusalOf(answer);
  if (refusal.code === CONFIRM_AGAIN && (await confirmed())) {
    answer = await ask();
    refusal = await refusalOf(answer);
  }
  if (!answer.ok) throw new Error(refusal.error ?? `HTTP ${answer.status}`);
  return answer;
}

/** A file of the shop's API. A link could not say who asks. */
export const fileOf = async (path: string): Promise<Blob> => (await answerOf(path)).blob();
