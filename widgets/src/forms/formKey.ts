import { formCalls } from '../client/forms.ts';
import { CRUMB_COOKIE } from '../contract/names.ts';
import { readCookie } from '../platform/cookies.ts';

/** A key is renewed this long before it is over. Milliseconds. */
const EARLY = 60_000;

/** A key for one submission, and the answer to the work that came with it: proof that a page was run. */
export type FormKey = { key: string; proof: string | null };

type Kept = { ready: Promise<FormKey & { from: number; until: number; crumb: string | undefined }> };

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Does the work of a key; without its code, or called off, there is no proof, and the submission is sent all the same. */
async function prove(work: Awaited<ReturnType<typeof formCalls.key>>['data']['work'], signal: AbortSignal) {
  try {
    const { solve } = await import('../platform/proofOfWork.ts');
    return await solve(work, signal);
  } catch (thrown) {
    reportError(thrown);
    return null;
  }
}

/**
 * The key of a form's next submission. It is asked for at the first touch of the form, and its work is done while
 * the visitor types; `take` waits for it, renews one that is nearly over or of another session, and keeps within the time
 * that a person takes at least. Where a captcha is solved there is no work to do.
 */
export function keepKey(works: boolean): { touch: () => void; take: () => Promise<FormKey>; drop: () => void } {
  let kept: Kept | null = null;
  let off = new AbortController();

  async function ask(signal: AbortSignal) {
    let crumb: string | undefined;
    const { key, work } = (
      await formCalls.key((sent) => {
        crumb = sent;
      })
    ).data;
    const given = Date.now();
    const proof = works ? await prove(work, signal) : null;
    return { key, proof, crumb, from: works ? given + work.shortest : given, until: given + work.lifetime - EARLY };
  }
  function begin(): Kept {
    off.abort();
    off = new AbortController();
    const mine: Kept = { ready: ask(off.signal) };
    // One that was not had is asked for anew.
    mine.ready.catch(() => {
      if (kept === mine) kept = null;
    });
    kept = mine;
    return mine;
  }

  return {
    touch: () => {
      if (!kept) begin();
    },
    take: async () => {
      let ready = await (kept ?? begin()).ready;
      if (Date.now() >= ready.until || ready.crumb !== readCookie(CRUMB_COOKIE)) {
        ready = await begin().ready;
      }
      while (Date.now() < ready.from) await wait(ready.from - Date.now());
      return { key: ready.key, proof: ready.proof };
    },
    drop: () => {
      kept = null;
    },
  };
}
