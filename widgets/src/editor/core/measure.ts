import { at, type Json, type JsonObject, plainText } from './json.ts';

/** The units in which goods are measured, as content names them. */
export const UNITS = ['mg', 'g', 'kg', 'ml', 'cl', 'l', 'm3', 'mm', 'cm', 'm', 'cm2', 'm2', 'piece'] as const;
export type Unit = (typeof UNITS)[number];

/** How much it is, as it is typed: a point or a comma before at most six decimals, above 0. Undefined for anything else. */
export function measured(typed: string): string | undefined {
  const text = typed.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0 ? text : undefined;
}

/** What a measure says; `unit` is kilograms where it says none. */
export const measureOf = (value: Json | undefined): { amount: string; unit: Unit } => ({
  amount: plainText(at(value, '/amount')),
  unit: UNITS.find((unit) => unit === at(value, '/unit')) ?? 'kg',
});

/** A measure with another amount or unit; for how much the price is said goes with its unit. */
export function remeasured(value: Json | undefined, amount: string, unit: Unit): JsonObject {
  const per = at(value, '/per');
  return { amount, unit, ...(per !== undefined && measureOf(value).unit === unit ? { per } : {}) };
}
