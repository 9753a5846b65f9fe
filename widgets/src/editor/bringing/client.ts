import type { components } from '../../contract/schema.gen.ts';
import { eachLine } from '../client/ask.ts';
import { streamOf } from '../client/stream.ts';

export type Line = components['schemas']['BroughtLine'];
export type Outcome = Extract<Line, { kind: 'done' }>;
export type Fault = components['schemas']['BroughtFault'];

/** How the answer about a file ended: told whole, broken off by the shop, or cut off on the way. */
export type End = Outcome | Extract<Line, { kind: 'failed' }> | { kind: 'cutOff' };

/** Gives a file to the shop, and tells of every step. With `preview` nothing is changed. Rejects with a `CallError`. */
export async function give(file: File, preview: boolean, onStep: (done: number, total: number) => void): Promise<End> {
  let end: End = { kind: 'cutOff' };
  const answer = await streamOf(`/api/commerce/imports?preview=${preview}`, file);
  try {
    await eachLine<Line>(answer, (line) => {
      if (line.kind === 'step') onStep(line.done, line.total);
      else end = line;
    });
  } catch {
    return { kind: 'cutOff' };
  }
  return end;
}
