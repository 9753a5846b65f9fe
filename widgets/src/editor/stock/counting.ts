import { useEffect, useState } from 'react';
import { newKey } from '../client/key.ts';
import { levelOf } from './locations/locations.ts';
import type { Row } from './stock.ts';

/** A variant that is being counted. */
export type Item = {
  itemId: string;
  sku: string;
  /** Where it is counted; none where the shop has one place. */
  location?: string;
  name: string;
  /** How many the shop said there are when it was scanned. */
  seen: number;
  /** What was counted, as it is written. */
  typed: string;
  /** Of this count and no other: sent a second time it changes nothing. */
  key: string;
  /** Why it could not be saved. */
  fault?: string;
};

const KEPT = 'loggia.editor.count';

const isItem = (one: unknown): one is Item =>
  typeof one === 'object' &&
  one !== null &&
  ['itemId', 'sku', 'name', 'typed', 'key'].every(
    (name) => typeof (one as Record<string, unknown>)[name] === 'string',
  ) &&
  typeof (one as Item).seen === 'number';

function read(): Item[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isItem) : [];
  } catch {
    return [];
  }
}

/** What was counted; no number for what is none. */
export const countOf = ({ typed }: Pick<Item, 'typed'>): number | null =>
  /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;

type Piece = Pick<Item, 'itemId' | 'sku' | 'location'>;
export const isSame = (one: Piece, other: Piece): boolean =>
  one.itemId === other.itemId && one.sku === other.sku && (one.location ?? '') === (other.location ?? '');

/** The items with one more, the newest first; one that is there already comes to the top as it is. */
export function withRow(items: readonly Item[], row: Row, name: string, location: string): Item[] {
  const piece = { itemId: row.itemId, sku: row.sku, location };
  const there = items.find((one) => isSame(one, piece));
  const item = there ?? { ...piece, name, seen: levelOf(row, location), typed: '', key: newKey() };
  return [item, ...items.filter((one) => one !== there)];
}

/** What is counted, kept in the browser until it is saved. */
export function useItems(): [readonly Item[], (change: (items: readonly Item[]) => readonly Item[]) => void] {
  const [items, setItems] = useState<readonly Item[]>(read);
  useEffect(() => {
    if (items.length === 0) window.localStorage.removeItem(KEPT);
    else window.localStorage.setItem(KEPT, JSON.stringify(items));
  }, [items]);
  return [items, setItems];
}
