/** The lines between which a block lies, the end not included. Line 1 is the edge of the section, 2 the first column. */
export type Box = { top: number; left: number; bottom: number; right: number };
/** The edges that are taken along when a block is made larger or smaller. */
export type Edges = { top?: true; left?: true; bottom?: true; right?: true };
export type Side = 'desktop' | 'mobile';
export const SIDES: readonly Side[] = ['desktop', 'mobile'];

/** The most rows of a grid; the generator has the same bound. */
export const MOST_ROWS = 500;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
export const widthOf = ({ left, right }: Box): number => right - left;
export const heightOf = ({ top, bottom }: Box): number => bottom - top;
/** The last line of a grid: beside its columns there is a margin on either side. */
export const lastLine = (columns: number): number => columns + 3;

/** A box as it was, or the nearest that lies in the grid. */
export function fitted(box: Box, columns: number): Box {
  const width = within(widthOf(box), 1, lastLine(columns) - 1);
  const height = within(heightOf(box), 1, MOST_ROWS);
  const left = within(box.left, 1, lastLine(columns) - width);
  const top = within(box.top, 1, MOST_ROWS + 1 - height);
  return { top, left, bottom: top + height, right: left + width };
}

/** The box so many columns to the right and rows down, as far as the grid goes. */
const moved = (box: Box, across: number, down: number, columns: number): Box =>
  fitted(
    { top: box.top + down, bottom: box.bottom + down, left: box.left + across, right: box.right + across },
    columns,
  );

/** Several boxes the same way, together: as far as the one goes that comes to an edge first. */
export function shifted(boxes: readonly Box[], across: number, down: number, columns: number): Box[] {
  const around = boundsOf(boxes);
  const x = within(across, 1 - around.left, lastLine(columns) - around.right);
  const y = within(down, 1 - around.top, MOST_ROWS + 1 - around.bottom);
  return boxes.map((box) => moved(box, x, y, columns));
}

/** The box with some of its edges elsewhere; the edge across from one that is taken along stays. */
export function resized(box: Box, edges: Edges, across: number, down: number, columns: number): Box {
  return {
    top: edges.top ? within(box.top + down, 1, box.bottom - 1) : box.top,
    bottom: edges.bottom ? within(box.bottom + down, box.top + 1, MOST_ROWS + 1) : box.bottom,
    left: edges.left ? within(box.left + across, 1, box.right - 1) : box.left,
    right: edges.right ? within(box.right + across, box.left + 1, lastLine(columns)) : box.right,
  };
}

export const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The rows that boxes need. */
export const rowsFor = (boxes: readonly Box[], least = 1): number =>
  boxes.reduce((rows, { bottom }) => Math.max(rows, bottom - 1), least);

/** The first row from one on in which nothing lies between the margins: where the browser puts what has no place. */
export function freeRow(boxes: readonly Box[], columns: number, from = 1): Box {
  let top = from;
  const row = () => ({ top, bottom: top + 1, left: 2, right: columns + 2 });
  while (top < MOST_ROWS && boxes.some((box) => overlap(box, row()))) top += 1;
  return row();
}

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Several boxes at one edge of what holds them all, or in its middle. */
export function aligned(boxes: readonly Box[], how: Alignment): Box[] {
  const around = boundsOf(boxes);
  return boxes.map((box) => {
    const [width, height] = [widthOf(box), heightOf(box)];
    const left = { left: around.left, right: around.right - width, center: middle(around.left, around.right, width) };
    const top = { top: around.top, bottom: around.bottom - height, middle: middle(around.top, around.bottom, height) };
    if (how === 'left' || how === 'right' || how === 'center')
      return { ...box, left: left[how], right: left[how] + width };
    return { ...box, top: top[how], bottom: top[how] + height };
  });
}

const middle = (start: number, end: number, size: number): number => start + Math.floor((end - start - size) / 2);

const boundsOf = (boxes: readonly Box[]): Box => ({
  top: Math.min(...boxes.map(({ top }) => top)),
  left: Math.min(...boxes.map(({ left }) => left)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  right: Math.max(...boxes.map(({ right }) => right)),
});

/** Several boxes with the same room between each two, the outermost where they are. */
export function distributed(boxes: readonly Box[], way: 'across' | 'down'): Box[] {
  const [start, end] = way === 'across' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const order = boxes.map((_, index) => index).sort((one, other) => startOf(one) - startOf(other) || one - other);
  function startOf(index: number): number {
    return boxes[index]?.[start] ?? 0;
  }
  const around = boundsOf(boxes);
  const taken = boxes.reduce((sum, box) => sum + box[end] - box[start], 0);
  const room = Math.max(0, around[end] - around[start] - taken) / Math.max(1, boxes.length - 1);
  const result = [...boxes];
  let at = around[start];
  for (const index of order) {
    const box = boxes[index];
    if (!box) continue;
    const size = box[end] - box[start];
    // What does not fit side by side stays within what held them all.
    const begin = Math.min(Math.round(at), around[end] - size);
    result[index] = { ...box, [start]: begin, [end]: begin + size };
    at += size + room;
  }
  return result;
}

/** The lines of a grid as they are drawn, in pixels: as the style sheet of blocks lays them out in a window of this width. */
export type Tracks = { column: number; row: number; gap: readonly [column: number, row: number]; margin: number };

/** Where the tracks of one direction begin and end: a line has the gap before it, but at the edges. */
export function rectOf(box: Box, tracks: Tracks, columns: number, window: number): DOMRectInit & { width: number } {
  const [gapX, gapY] = tracks.gap;
  const start = (line: number) => (line === 1 ? 0 : tracks.margin + (line - 2) * (tracks.column + gapX));
  const end = (line: number) => (line >= columns + 3 ? window : line === 2 ? tracks.margin - gapX : start(line) - gapX);
  const x = start(box.left);
  const y = (box.top - 1) * (tracks.row + gapY);
  return { x, y, width: end(box.right) - x, height: (box.bottom - box.top) * (tracks.row + gapY) - gapY };
}

/** The number of tracks that a way in pixels is worth. */
export const stepsOf = (pixels: number, track: number, gap: number): number => Math.round(pixels / (track + gap)) || 0;
