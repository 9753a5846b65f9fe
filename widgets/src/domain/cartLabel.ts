/** Above this total quantity the pill stops counting (W-064). */
export const PILL_LIMIT = 100;

/** Which label fits (W-065…W-067). `n` fills it. */
export function spokenForm(total: number): { form: 'one' | 'many' | 'more'; n: number } {
  if (total > PILL_LIMIT) return { form: 'more', n: PILL_LIMIT };
  return { form: total === 1 ? 'one' : 'many', n: total };
}
