import type { Box } from './geometry.ts';

/**
 * Where the blocks of a section lie on a phone, as long as nobody has said it: one below the other, in the order in which
 * one reads them on a wide screen, and what stands right below another in the same columns stays below it. The generator has the same rule (`site/phone.rs`); both are held to
 * `generator/vectors/phone_layout.json`.
 */
const TALLEST = 30;
/** The rows that all blocks may have together. */
const TOGETHER = 430;
/** The free rows above the first block and below the last that are kept. */
const MARGIN = 2;

export type Wide = { box: Box; keepsShape: boolean };

export function phoneLayout(
  blocks: readonly (Wide | undefined)[],
  columns: number,
  rows: number,
  narrow: number,
): { rows: number; boxes: Box[] } {
  const order = blocks
    .map((wide, index) => ({ wide, index, head: headOf(blocks, index) }))
    .sort(
      (one, other) =>
        begin(blocks[one.head], blocks[other.head]) ||
        one.head - other.head ||
        begin(one.wide, other.wide) ||
        one.index - other.index,
    );
  const most = Math.min(Math.max(Math.floor(TOGETHER / Math.max(1, blocks.length)), 1), TALLEST);
  let line = 1 + Math.min((order[0]?.wide?.box.top ?? 1) - 1, MARGIN);
  let before: number | undefined;
  const boxes: Box[] = blocks.map(() => ({ top: 1, left: 2, bottom: 2, right: narrow + 2 }));
  order.forEach(({ wide, index }, at) => {
    const fromEdgeToEdge = wide?.box.left === 1 && wide.box.right === columns + 3;
    const [left, right] = fromEdgeToEdge ? [1, narrow + 3] : [2, narrow + 2];
    const height = Math.min(Math.max(wide ? heightOf(wide, right - left) : 1, 1), most);
    // What stands right below another stays there; all else gets a free row.
    if (at > 0 && (!wide || before !== wide.box.top)) line += 1;
    boxes[index] = { top: line, left, bottom: line + height, right };
    line += height;
    before = wide?.box.bottom;
  });
  const ends = blocks.flatMap((wide) => (wide ? [wide.box.bottom] : []));
  const below = ends.length > 0 ? Math.min(Math.max(rows + 1 - Math.max(...ends), 0), MARGIN) : 0;
  return { rows: Math.max(line - 1 + below, 1), boxes };
}

/** By the row, then by the column; what has no place comes last. */
const begin = (one: Wide | undefined, other: Wide | undefined): number =>
  (one?.box.top ?? Number.MAX_SAFE_INTEGER) - (other?.box.top ?? Number.MAX_SAFE_INTEGER) ||
  (one?.box.left ?? 0) - (other?.box.left ?? 0);

/** The uppermost of the blocks that stand right below each other in the same columns: a picture, its words, its button. */
function headOf(blocks: readonly (Wide | undefined)[], of: number): number {
  let head = of;
  for (let box = blocks[head]?.box; box; box = blocks[head]?.box) {
    const { top, left, right } = box;
    const next = blocks.findIndex(
      (other) => other?.box.bottom === top && other.box.left === left && other.box.right === right,
    );
    if (next < 0) break;
    head = next;
  }
  return head;
}

/** As many rows as a block has on a wide screen, or as many as keep its shape, rounded to the nearest. */
function heightOf({ box, keepsShape }: Wide, across: number): number {
  const [height, width] = [box.bottom - box.top, box.right - box.left];
  return keepsShape ? Math.floor((2 * height * across + width) / (2 * width)) : height;
}
