import { type Job, type JobProblem, jobProblem } from '../core/upload.ts';
import { addressOf, ask, CallFailed, unsafeHeaders } from './ask.ts';
import type { Upload } from './wire.ts';

export type UploadFailure = 'files.uploadFailed' | 'files.uploadIncomplete' | JobProblem;
export type UploadOutcome = { upload: Upload } | { failure: UploadFailure; message?: string };

/** Sends a file and tells how far it is, from 0 to 1. `fetch` cannot tell: the older call can. */
export function sendFile(
  file: File,
  folder: string | undefined,
  progress: (share: number) => void,
  signal?: AbortSignal,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest();
    call.open('POST', addressOf('upload', { name: file.name, folder }));
    for (const [name, value] of Object.entries(unsafeHeaders())) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) progress(event.loaded / event.total);
    });
    // Cut off on the way: what arrived, if anything, is not the file (E-046).
    for (const end of ['error', 'abort', 'timeout'] as const)
      call.addEventListener(end, () => resolve({ failure: 'files.uploadIncomplete' }));
    call.addEventListener('load', () => {
      const body = parsed(call.responseText);
      if (call.status >= 200 && call.status < 300)
        return resolve(body ? { upload: body as Upload } : { failure: 'files.jobEmpty' });
      // A refusal in the server's own words; anything else in ours (E-052).
      const message = call.status < 500 ? (body as { message?: string } | undefined)?.message : undefined;
      resolve({ failure: 'files.uploadFailed', ...(message ? { message } : {}) });
    });
    signal?.addEventListener('abort', () => call.abort(), { once: true });
    call.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Between two looks at a job. Milliseconds. */
const JOB_EVERY_MS = 1000;

/** Waits for what the server still does with a file (E-047…E-050). */
export async function waitForJob(
  id: string,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => number = () => performance.now(),
): Promise<JobProblem | null> {
  const begun = now();
  for (;;) {
    let answer: Partial<Job> | null = null;
    try {
      answer = await ask<Partial<Job>>('GET', 'job', { query: { id } });
    } catch (thrown) {
      if (!(thrown instanceof CallFailed) || thrown.failure.kind !== 'empty') return 'files.jobFailed';
    }
    const problem = jobProblem(answer, now() - begun);
    if (problem || answer?.state === 'done') return problem;
    await wait(JOB_EVERY_MS);
  }
}
