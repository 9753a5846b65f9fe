import type { Edit } from './edit.ts';
import { at, isObject, type Json, listAt, pointer } from './json.ts';
import { isFull, LIMITS } from './limits.ts';

/** Columns of a row are so many twelfths wide together. */
export const TWELFTHS = 12;

/** Where a block stands: the row, the column in it, the place in that. */
export type Place = { row: number; column: number; index: number };
/** A column with `inner` rows of its own is never empty: they are not shown, and stay. */
export type GridColumn = { span: number; blocks: readonly Json[]; inner?: true };
/** The layout of a page: `rows` of `columns` of blocks; plain `blocks` are one row of one column. */
export type Grid = { rows: readonly (readonly GridColumn[])[]; plain: boolean };

const spanOf = (column: Json): number => {
  const span = at(column, '/span');
  return typeof span === 'number' && span >= 1 && span <= TWELFTHS ? Math.round(span) : TWELFTHS;
};

export function gridOf(document: Json | undefined): Grid {
  const rows = listAt(document, '/rows');
  if (rows.length > 0)
    return {
      plain: false,
      rows: rows.map((row) =>
        listAt(row, '/columns').map((column) => ({
          span: spanOf(column),
          blocks: listAt(column, '/blocks'),
          ...(listAt(column, '/rows').length > 0 ? { inner: true as const } : {}),
        })),
      ),
    };
  const blocks = listAt(document, '/blocks');
  return { plain: true, rows: blocks.length > 0 ? [[{ span: TWELFTHS, blocks }]] : [] };
}

export const countBlocks = ({ rows }: Grid): number =>
  rows.reduce((sum, row) => sum + row.reduce((inner, column) => inner + column.blocks.length, 0), 0);

/** Where a block stands in its file. */
export const blockPointer = (grid: Grid, { row, column, index }: Place): string =>
  grid.plain ? pointer('blocks', index) : pointer('rows', row, 'columns', column, 'blocks', index);

/** The place a pointer of the preview leads to: the block itself, or something inside of it. */
export function placeOf(path: string): Place | undefined {
  const plain = /^\/blocks\/(\d+)(?:\/|$)/.exec(path);
  if (plain) return { row: 0, column: 0, index: Number(plain[1]) };
  const found = /^\/rows\/(\d+)\/columns\/(\d+)\/blocks\/(\d+)(?:\/|$)/.exec(path);
  if (!found) return undefined;
  return { row: Number(found[1]), column: Number(found[2]), index: Number(found[3]) };
}

export type GridAnswer = { edits: Edit[] } | { problem: 'limits.full'; values: { n: number } };

/** Puts a block into the layout; a page without one begins with a row. Refused when the layout is full (E-128). */
export function addBlock(
  document: Json | undefined,
  block: Json,
  place?: Place,
  limit: number = LIMITS.blocks,
): GridAnswer {
  const grid = gridOf(document);
  if (isFull('blocks', countBlocks(grid), limit)) return { problem: 'limits.full', values: { n: limit } };
  if (grid.rows.length === 0) {
    const row = { columns: [{ span: TWELFTHS, blocks: [block] }] };
    return { edits: [{ op: 'set', pointer: '/rows', value: [row] }] };
  }
  if (!place) return { edits: newRow(document, grid, block) };
  return { edits: [{ op: 'insert', pointer: blockPointer(grid, place), value: block }] };
}

/** A row of its own at the end; plain blocks get one more block. */
function newRow(_document: Json | undefined, grid: Grid, block: Json): Edit[] {
  if (grid.plain)
    return [{ op: 'insert', pointer: pointer('blocks', grid.rows[0]?.[0]?.blocks.length ?? 0), value: block }];
  const row = { columns: [{ span: TWELFTHS, blocks: [block] }] };
  return [{ op: 'insert', pointer: pointer('rows', grid.rows.length), value: row }];
}

/** The edits that take a block away; a column or row that is empty then goes with it. */
export function removeBlock(document: Json | undefined, place: Place): Edit[] {
  const grid = gridOf(document);
  const row = grid.rows[place.row];
  const column = row?.[place.column];
  if (!row || !column) return [];
  if (grid.plain || column.inner || column.blocks.length > 1)
    return [{ op: 'remove', pointer: blockPointer(grid, place) }];
  if (row.length === 1) return [{ op: 'remove', pointer: pointer('rows', place.row) }];
  return [
    { op: 'remove', pointer: pointer('rows', place.row, 'columns', place.column) },
    ...widen(row, place.column, place.row),
  ];
}

/** A neighbour takes the room of a column that goes. */
function widen(row: readonly GridColumn[], gone: number, at: number): Edit[] {
  const room = row[gone]?.span ?? 0;
  const neighbour = gone === 0 ? 1 : gone - 1;
  const span = Math.min(TWELFTHS, (row[neighbour]?.span ?? 0) + room);
  return [{ op: 'set', pointer: pointer('rows', at, 'columns', gone === 0 ? 0 : neighbour, 'span'), value: span }];
}

/** The edits that take a block to another place, counted as the layout stands before. */
export function moveBlock(document: Json | undefined, from: Place, to: Place): Edit[] {
  const grid = gridOf(document);
  const sameColumn = from.row === to.row && from.column === to.column;
  const index = sameColumn && from.index < to.index ? to.index - 1 : to.index;
  if (sameColumn && index === from.index) return [];
  const move: Edit = { op: 'move', from: blockPointer(grid, from), pointer: blockPointer(grid, { ...to, index }) };
  const column = grid.rows[from.row]?.[from.column];
  if (grid.plain || sameColumn || column?.inner || (column?.blocks.length ?? 0) > 1) return [move];
  const row = grid.rows[from.row] ?? [];
  if (row.length === 1) return [move, { op: 'remove', pointer: pointer('rows', from.row) }];
  return [
    move,
    { op: 'remove', pointer: pointer('rows', from.row, 'columns', from.column) },
    ...widen(row, from.column, from.row),
  ];
}

/** Up and down by keyboard: over the edge of a column into the next one, of a row into the next row. */
export function step(grid: Grid, from: Place, way: 'up' | 'down'): Place | undefined {
  const column = grid.rows[from.row]?.[from.column];
  if (!column) return undefined;
  if (way === 'up' && from.index > 0) return { ...from, index: from.index - 1 };
  if (way === 'down' && from.index < column.blocks.length - 1) return { ...from, index: from.index + 2 };
  const columns = grid.rows.flatMap((row, rowIndex) => row.map((_, columnIndex) => [rowIndex, columnIndex] as const));
  const here = columns.findIndex(([row, index]) => row === from.row && index === from.column);
  const next = columns[here + (way === 'up' ? -1 : 1)];
  if (!next) return undefined;
  const [row, index] = next;
  return { row, column: index, index: way === 'up' ? (grid.rows[row]?.[index]?.blocks.length ?? 0) : 0 };
}

/** Plain blocks as rows: what is needed before they can stand beside each other. */
export function asRows(document: Json | undefined): Edit[] {
  const grid = gridOf(document);
  if (!grid.plain || !isObject(document)) return [];
  const blocks = listAt(document, '/blocks');
  if (blocks.length === 0) return [];
  return [
    { op: 'remove', pointer: '/blocks' },
    { op: 'set', pointer: '/rows', value: blocks.map((block) => ({ columns: [{ span: TWELFTHS, blocks: [block] }] })) },
  ];
}

/** Puts a new column beside a block: the block's column is halved and the new one takes the other half. */
export function splitColumn(
  document: Json | undefined,
  place: Place,
  block: Json,
  limit: number = LIMITS.blocks,
): GridAnswer {
  const grid = gridOf(document);
  if (isFull('blocks', countBlocks(grid), limit)) return { problem: 'limits.full', values: { n: limit } };
  if (grid.plain) {
    const edits = asRows(document);
    const row = place.index;
    return { edits: [...edits, ...halves(row, 0, TWELFTHS, block)] };
  }
  const span = grid.rows[place.row]?.[place.column]?.span ?? TWELFTHS;
  return { edits: halves(place.row, place.column, span, block) };
}

function halves(row: number, column: number, span: number, block: Json): Edit[] {
  const left = Math.max(1, Math.ceil(span / 2));
  const right = Math.max(1, span - left);
  return [
    { op: 'set', pointer: pointer('rows', row, 'columns', column, 'span'), value: left },
    { op: 'insert', pointer: pointer('rows', row, 'columns', column + 1), value: { span: right, blocks: [block] } },
  ];
}

/** The edits that make a column so many twelfths wide; the next one takes or gives the rest. */
export function setSpan(document: Json | undefined, row: number, column: number, wanted: number): Edit[] {
  const columns = gridOf(document).rows[row] ?? [];
  const own = columns[column];
  if (!own) return [];
  const neighbour = column + 1 < columns.length ? column + 1 : column - 1;
  const room = own.span + (columns[neighbour]?.span ?? TWELFTHS - own.span);
  const span = Math.min(Math.max(1, Math.round(wanted)), Math.max(1, columns[neighbour] ? room - 1 : TWELFTHS));
  const edits: Edit[] = [{ op: 'set', pointer: pointer('rows', row, 'columns', column, 'span'), value: span }];
  if (columns[neighbour])
    edits.push({ op: 'set', pointer: pointer('rows', row, 'columns', neighbour, 'span'), value: room - span });
  return edits;
}
