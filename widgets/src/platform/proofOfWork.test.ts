import { createHash } from 'node:crypto';
import { solve } from './proofOfWork.ts';

const work = { challenge: '1700000000000.nonce.signature', bits: 10, puzzles: 4, shortest: 0, lifetime: 60_000 };

test('A-017 each number of a token makes a hash with enough zero bits', async () => {
  const token = await solve(work, new AbortController().signal);
  const [challenge, numbers] = String(token).split(':');
  expect(challenge).toBe(work.challenge);
  const found = String(numbers).split('.');
  expect(found).toHaveLength(4);
  for (const [index, number] of found.entries()) {
    const hash = createHash('sha256').update(`${challenge}:${index}:${number}`).digest();
    expect(Math.clz32(hash.readUInt32BE(0))).toBeGreaterThanOrEqual(10);
  }
});

test('work that is called off ends without a token', async () => {
  const off = new AbortController();
  off.abort();
  expect(await solve({ ...work, bits: 32 }, off.signal)).toBeNull();
});
