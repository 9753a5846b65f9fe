/**
 * What a field holds once what it said is stored: nothing, unless more was typed while the answer was on its way, which stays.
 * `sent` is the value that was stored, as the state held it.
 */
export const emptied =
  <T>(sent: T, empty: T) =>
  (now: T): T =>
    Object.is(now, sent) ? empty : now;
