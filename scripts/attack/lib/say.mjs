// How an attack tells what came of it.

/** It was refused, with one of these statuses. */
export function refused(answer, ...statuses) {
  const allowed = statuses.length > 0 ? statuses : [400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429];
  return { answer: answer.told, held: allowed.includes(answer.status) };
}

/** The honest call was answered as it must be. */
export function went(answer, ...statuses) {
  const allowed = statuses.length > 0 ? statuses : [200, 201, 202, 204];
  return { answer: answer.told, held: allowed.includes(answer.status) };
}

/** What was found, and whether that is how it must be. */
export const found = (held, answer) => ({ held: Boolean(held), answer });

export const cents = (amount) => (Number.isNaN(amount) ? "nothing" : (amount / 100).toFixed(2));
