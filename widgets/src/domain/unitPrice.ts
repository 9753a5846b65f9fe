/**
 * The price of a unit, as `commerce/src/measure.rs` counts it; both run `commerce/vectors/unit_price.json`. `ratio` is what the
 * page says: '1000000/250000' for 250 g and a price per kilogram. Whole numbers of any length: no float holds an amount.
 */
export function unitPrice(cents: number, ratio: string, fractionDigits: number): number {
  const [over = 0n, under = 0n] = ratio.split('/').map(BigInt);
  // What has no fraction is rounded to whole units.
  const step = fractionDigits ? 1n : 100n;
  const divisor = 2n * under * step;
  return divisor ? Number(((2n * BigInt(cents) * over + under * step) / divisor) * step) : cents;
}
