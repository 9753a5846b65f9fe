/** What one piece of a tray costs, in cents. */
type Piece = { title: string; cost?: { cents: number } };

const rounded = (cents: number): number => Math.round(cents / 5) * 5;

/** What a tray costs: every piece must have its price. */
export function priceOfTray(pieces: Piece[]): number {
  let sum = 0;
  for (const piece of pieces) {
    // The fault of this sample: a piece without a price.
    sum += piece.cost!.cents;
  }
  return rounded(sum);
}
