import { sha256 } from '@noble/hashes/sha2.js';

/** The work of the built-in captcha, as the API gives it. Times are milliseconds. */
export type Challenge = { challenge: string; bits: number; puzzles: number; shortest: number; lifetime: number };

/** How long the page is kept waiting at a time. Milliseconds. */
const SLICE = 8;

const encoder = new TextEncoder();

/** Whether a hash begins with so many zero bits. */
function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const first = ((hash[0] ?? 0) << 24) | ((hash[1] ?? 0) << 16) | ((hash[2] ?? 0) << 8) | (hash[3] ?? 0);
  return Math.clz32(first) >= bits;
}

/** Lets the page do what waits. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * The token of a challenge: for each puzzle the first number whose hash begins with enough zero bits. It works in small
 * slices, so that typing goes on, and ends with null when it is called off.
 */
export async function solve({ challenge, bits, puzzles }: Challenge, signal: AbortSignal): Promise<string | null> {
  const numbers: number[] = [];
  let until = performance.now() + SLICE;
  for (let index = 0; index < puzzles; index += 1) {
    let number = 0;
    while (!hasZeroBits(sha256(encoder.encode(`${challenge}:${index}:${number}`)), bits)) {
      number += 1;
      if (number % 64 === 0 && performance.now() > until) {
        await breathe();
        if (signal.aborted) return null;
        until = performance.now() + SLICE;
      }
    }
    numbers.push(number);
  }
  return `${challenge}:${numbers.join('.')}`;
}
