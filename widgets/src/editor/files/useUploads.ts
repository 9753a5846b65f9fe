import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { sendFile, waitForJob } from '../client/upload.ts';
import type { Upload } from '../client/wire.ts';
import { megabytes, uploadProblem } from '../core/upload.ts';
import { useSite } from '../state/context.ts';
import { t } from '../text/words.ts';

/** A file on its way. One that failed stays in the list, marked, until it is put aside. */
export type Sending = { id: number; name: string; share: number; error?: string };

let ids = 0;

/** Sends files, one after the other, and tells how each goes. */
export function useUploads(onDone?: (upload: Upload) => void) {
  const client = useQueryClient();
  const { limits } = useSite();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const set = useCallback(
    (id: number, change: Partial<Sending>) =>
      setSending((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one))),
    [],
  );
  const dismiss = useCallback((id: number) => setSending((all) => all.filter((one) => one.id !== id)), []);

  const add = useCallback(
    async (files: Iterable<File>) => {
      for (const file of files) {
        const id = ++ids;
        const problem = uploadProblem(file, limits.uploadBytes);
        const entry: Sending = { id, name: file.name, share: 0 };
        if (problem) entry.error = t(problem, { size: megabytes(limits.uploadBytes) });
        setSending((all) => [...all, entry]);
        if (problem) continue;
        const outcome = await sendFile(file, undefined, (share) => set(id, { share }));
        if ('failure' in outcome) {
          set(id, { error: outcome.message ?? t(outcome.failure) });
          continue;
        }
        const failed = outcome.upload.job ? await waitForJob(outcome.upload.job) : null;
        if (failed) {
          set(id, { error: t(failed) });
          continue;
        }
        dismiss(id);
        onDone?.(outcome.upload);
        await client.invalidateQueries({ queryKey: ['uploads'] });
      }
    },
    [client, dismiss, limits.uploadBytes, onDone, set],
  );
  return { sending, add, dismiss };
}
