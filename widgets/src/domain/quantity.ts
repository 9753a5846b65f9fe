/** Bounds of a quantity (W-099, C-038). */
export const QUANTITY_MINIMUM = 1;
export const QUANTITY_MAXIMUM = 9999;

export type QuantityProblem = 'quantity-not-a-number' | 'quantity-not-whole' | 'quantity-out-of-range';
export type Quantity = { quantity: number } | { problem: QuantityProblem };

/** Reads what was typed into a quantity box (W-050, C-038…C-041). */
export function readQuantity(text: string): Quantity {
  const typed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed)) return { problem: 'quantity-not-a-number' };
  const quantity = Number(typed);
  if (!Number.isInteger(quantity)) return { problem: 'quantity-not-whole' };
  if (quantity < QUANTITY_MINIMUM || quantity > QUANTITY_MAXIMUM) return { problem: 'quantity-out-of-range' };
  return { quantity };
}
