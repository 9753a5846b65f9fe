/** Amounts in a text: digits with groups, and up to two digits behind a point or comma. */
const AMOUNT = /\d{1,3}(?:([.,'’\s\u00a0\u202f])\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Exchanges numbers that stand just so, in whichever digits; nothing where none does. */
function exchangeWritten(text: string, exchanged: ReadonlyMap<number, number>, write: Write): string | undefined {
  const next = new Map([...exchanged].map(([before, after]) => [write(before), write(after)]));
  const any = [...next.keys()].map(escaped).join('|');
  const pattern = new RegExp(`(?<!\\p{Nd})(?:${any})(?!\\p{Nd})`, 'gu');
  return next.size && pattern.test(text) ? text.replace(pattern, (found) => next.get(found) ?? found) : undefined;
}

type Write = (cents: number) => string;

/**
 * Writes other amounts into a text that a template made, whatever words and signs of currency stand around them, with the
 * separators that the text has. All are exchanged at once: 5 → 6 and 6 → 7 do not add up. Amounts are hundredths. `write`
 * writes a number as the page does; a text that has them written otherwise is read by its digits.
 */
export function exchangeAmounts(text: string, exchanged: ReadonlyMap<number, number>, write: Write): string {
  const written = exchangeWritten(text, exchanged, write);
  if (written !== undefined) return written;
  return text.replace(AMOUNT, (found: string, group: string | undefined) => {
    const behind = /[.,](\d{1,2})$/.exec(found);
    const point = behind?.[0].charAt(0) ?? '';
    const digits = behind?.[1] ?? '';
    const whole = found.slice(0, found.length - (behind?.[0].length ?? 0)).replace(/\D/g, '');
    const next = exchanged.get(Number(whole) * 100 + Number(digits.padEnd(2, '0')));
    if (next === undefined) return found;
    const rest = next % 100;
    const between = group ?? (point === ',' ? '.' : ',');
    const grouped = String((next - rest) / 100).replace(/\B(?=(\d{3})+$)/g, between);
    if (digits === '' && rest === 0) return grouped;
    return `${grouped}${point || (between === '.' ? ',' : '.')}${String(rest).padStart(2, '0')}`;
  });
}
