/** A column of a sheet. Widths are pixels. */
export type Column = {
  id: string;
  label: string;
  width: number;
  /** Numbers stand at the end. */
  isNumber?: boolean;
  /** What the keyboard of a telephone offers. */
  keys?: 'decimal' | 'numeric';
  /** What a cell may say, where it is chosen and not written. */
  choices?: (row: string) => readonly string[];
};

/** A row; `isOpen` of one that opens, and `level` 2 of one that belongs to it. */
export type Row = { key: string; level?: 2; isOpen?: boolean };

/** What stands in a cell. */
export type Cell = {
  /** As it is written and copied. */
  text: string;
  /** As it is read, where that is another. */
  shown?: string;
  /** The address of a picture that stands for it. */
  picture?: string;
  /** Why it is not changed here. */
  locked?: string | undefined;
  /** What is wrong with it as it stands. */
  fault?: string | undefined;
};

export type Write = { row: string; column: string; text: string };
/** What was written and cannot stand, and why. */
export type Refusal = Write & { reason: string };

/** A place by numbers of row and column. */
export type Place = { row: number; column: number };
/** From the first to the last of both, both included. */
export type Range = { top: number; bottom: number; left: number; right: number };

export const rangeOf = (one: Place, other: Place): Range => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

export const isIn = ({ top, bottom, left, right }: Range, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** A place moved by so many, kept within what is there. */
export const moved = ({ row, column }: Place, down: number, along: number, size: Place): Place => ({
  row: Math.max(0, Math.min(size.row - 1, row + down)),
  column: Math.max(0, Math.min(size.column - 1, column + along)),
});

/**
 * Where each cell of what is pasted comes to stand: from the first of the selection on, however much is selected; again
 * and again where the selection holds it several times. `lost` is how many rows and columns have no place.
 */
export function pasted(
  cells: readonly (readonly string[])[],
  { top, bottom, left, right }: Range,
  size: Place,
): { at: { row: number; column: number; text: string }[]; lost: Place } {
  const own = { row: cells.length, column: Math.max(0, ...cells.map((row) => row.length)) };
  const times = (wanted: number, has: number) => (has > 0 && wanted % has === 0 ? wanted : has);
  const down = times(bottom - top + 1, own.row);
  const along = times(right - left + 1, own.column);
  const at: { row: number; column: number; text: string }[] = [];
  for (let row = 0; row < Math.min(down, size.row - top); row += 1)
    for (let column = 0; column < Math.min(along, size.column - left); column += 1) {
      const text = cells[row % own.row]?.[column % own.column];
      if (text !== undefined) at.push({ row: top + row, column: left + column, text });
    }
  return { at, lost: { row: Math.max(0, down - (size.row - top)), column: Math.max(0, along - (size.column - left)) } };
}

/** The cell of a row and a column as one word. */
export const cellKey = (row: string, column: string): string => `${row}\n${column}`;
