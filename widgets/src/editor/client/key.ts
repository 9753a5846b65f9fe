/** A key for a call that takes effect once: 128 random bits; also on plain http, where `crypto.randomUUID` is not there. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
