// The digits of an authenticator app (RFC 6238).
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The digits for a moment in milliseconds. */
export function digits(secret, moment = Date.now()) {
  const bits = [...secret.replace(/=+$/, "").toUpperCase()].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(moment / 30_000)));
  const sum = createHmac("sha1", key).update(step).digest();
  const at = sum[19] & 15;
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Digits that are surely wrong now. */
export function wrongDigits(secret) {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => digits(secret, Date.now() + steps * 30_000)));
  let guess = 0;
  while (near.has(String(guess).padStart(6, "0"))) guess += 1;
  return String(guess).padStart(6, "0");
}
