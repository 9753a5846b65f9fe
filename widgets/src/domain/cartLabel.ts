/** Above this total quantity the pill stops counting (W-064). */
export const PILL_LIMIT = 100;

/** What the pill shows for a total quantity: '3', or '100+'. */
export const shownQuantity = (total: number): string => (total > PILL_LIMIT ? `${PILL_LIMIT}+` : String(total));

/** Which spoken label fits (W-065…W-067). `n` fills the label. */
export function spokenForm(total: number): { form: 'one' | 'many' | 'more'; n: number } {
  if (total > PILL_LIMIT) return { form: 'more', n: PILL_LIMIT };
  return { form: total === 1 ? 'one' : 'many', n: total };
}
