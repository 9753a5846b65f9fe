import type { KeyboardEvent } from 'react';
import type { Place } from './grid.ts';

/** What a key does in a sheet in which no cell is being written. */
export type Act = {
  does: 'move' | 'edit' | 'type' | 'empty' | 'all' | 'fill' | 'toggle' | 'escape';
  down?: number;
  along?: number;
  extends_?: boolean;
  text?: string;
};

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;
type Stand = { active: Place; size: Place; page: number };

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** What a key does; nothing when it is not ours. Tab goes from cell to cell, and at the end of a row out of the sheet. */
export function actOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Key, { active, size, page }: Stand): Act | null {
  const withControl = ctrlKey || metaKey;
  const move = (down: number, along: number): Act => ({ does: 'move', down, along, extends_: shiftKey });
  const arrow = ARROWS[key];
  if (arrow) {
    const [down, along] = arrow;
    if (altKey) return along === 0 ? null : { does: 'toggle' };
    return withControl ? move(down * size.row, along * size.column) : move(down, along);
  }
  if (key === 'Home') return move(withControl ? -size.row : 0, -size.column);
  if (key === 'End') return move(withControl ? size.row : 0, size.column);
  if (key === 'PageDown') return move(page, 0);
  if (key === 'PageUp') return move(-page, 0);
  if (key === 'Tab') {
    const isLast = shiftKey ? active.column === 0 : active.column === size.column - 1;
    return isLast || withControl || altKey ? null : { does: 'move', along: shiftKey ? -1 : 1 };
  }
  if (withControl && key.toLowerCase() === 'd') return { does: 'fill' };
  if (withControl && key.toLowerCase() === 'a') return { does: 'all' };
  if (withControl || altKey) return null;
  if (key === 'Enter' || key === 'F2') return { does: 'edit' };
  if (key === 'Escape') return { does: 'escape' };
  if (key === 'Delete' || key === 'Backspace') return { does: 'empty' };
  if (key === ' ' && active.column === 0) return { does: 'toggle' };
  return key.length === 1 ? { does: 'type', text: key } : null;
}
