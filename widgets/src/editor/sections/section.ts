import { blockOf } from '../core/blocks.ts';
import type { Edit } from '../core/edit.ts';
import { htmlOf } from '../core/item.ts';
import { at, isObject, type Json, type JsonObject, listAt, pointer, textAt } from '../core/json.ts';
import { type Box, fitted, freeRow, rowsFor, SIDES, type Side, type Tracks } from './geometry.ts';
import { phoneLayout, type Wide } from './phone.ts';

/** A section of a page as its grid is edited. The file stays what it is: each change is an edit of its values. */
export type Lines = { columns: number; rows: number; rowHeight: string | number };
export type Placed = { box: Box; layer: number; isSaid: boolean };
export type Grid = {
  lines: Record<Side, Lines>;
  gaps: readonly [column: number, row: number];
  blocks: readonly Record<Side, Placed>[];
  /** No block says where it lies on a phone: they follow the desktop. */
  follows: boolean;
  /** The file has a grid. */
  isSaid: boolean;
};

export const DEFAULT_GRID: JsonObject = {
  desktop: { columns: 24, rows: 12, rowHeight: '2.15%' },
  mobile: { columns: 8, rows: 12, rowHeight: 24 },
  columnGap: 11,
  rowGap: 11,
};
const KEYS = { top: 'rowStart', left: 'columnStart', bottom: 'rowEnd', right: 'columnEnd' } as const;
/** The kinds of block that keep their shape on a phone, not their height. */
const SHAPED: ReadonlySet<string> = new Set(['map', 'image', 'gallery', 'geo', 'video']);

const numberAt = (json: Json | undefined, path: string): number | undefined => {
  const value = at(json, path);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
};

/** The place that a block says for itself; nothing where it says none, or one that cannot be. */
function boxOf(block: Json, side: Side): Box | undefined {
  const [top, left, bottom, right] = (['top', 'left', 'bottom', 'right'] as const).map((edge) =>
    numberAt(block, pointer(side, KEYS[edge])),
  );
  if (top === undefined || left === undefined || bottom === undefined || right === undefined) return undefined;
  return top >= 1 && left >= 1 && bottom > top && right > left ? { top, left, bottom, right } : undefined;
}

function linesOf(section: Json | undefined, side: Side): Lines {
  const own = at(section, pointer('grid', side));
  const height = at(own, '/rowHeight');
  return {
    columns: Math.max(1, numberAt(own, '/columns') ?? (side === 'desktop' ? 24 : 8)),
    rows: Math.max(1, numberAt(own, '/rows') ?? 1),
    rowHeight: typeof height === 'number' || typeof height === 'string' ? height : side === 'desktop' ? '2.15%' : 24,
  };
}

export function gridOf(section: Json | undefined): Grid {
  const blocks = listAt(section, '/blocks');
  const isSaid = isObject(at(section, '/grid'));
  const shown = isSaid ? section : { grid: DEFAULT_GRID };
  const lines = { desktop: linesOf(shown, 'desktop'), mobile: linesOf(shown, 'mobile') };
  const said = blocks.map((block) => ({ desktop: boxOf(block, 'desktop'), mobile: boxOf(block, 'mobile') }));
  const follows = said.every(({ mobile }) => !mobile);
  const boxes = {
    desktop: whole(
      said.map(({ desktop }) => desktop),
      lines.desktop.columns,
    ),
    mobile: whole(
      said.map(({ mobile }) => mobile),
      lines.mobile.columns,
    ),
  };
  if (follows && (said.some(({ desktop }) => desktop) || !isSaid)) {
    const wide = said.map(({ desktop }, index): Wide | undefined => {
      const box = isSaid ? desktop : boxes.desktop[index];
      return box && { box, keepsShape: SHAPED.has(blockOf(at(blocks[index], '/type'))?.name ?? '') };
    });
    const layout = phoneLayout(wide, lines.desktop.columns, lines.desktop.rows, lines.mobile.columns);
    lines.mobile = { ...lines.mobile, rows: layout.rows };
    boxes.mobile = layout.boxes;
  }
  for (const side of SIDES) lines[side] = { ...lines[side], rows: rowsFor(boxes[side], lines[side].rows) };
  const gap = (key: string) => Math.max(0, numberAt(shown, `/grid/${key}`) ?? 0);
  return {
    lines,
    gaps: [gap('columnGap'), gap('rowGap')],
    follows,
    isSaid,
    blocks: blocks.map((block, index) => {
      const placed = (side: Side): Placed => ({
        box: boxes[side][index] ?? { top: 1, left: 2, bottom: 2, right: lines[side].columns + 2 },
        layer: numberAt(block, pointer(side, 'zIndex')) ?? 0,
        isSaid: said[index]?.[side] !== undefined,
      });
      return { desktop: placed('desktop'), mobile: placed('mobile') };
    }),
  };
}

/** What has no place stands where the browser puts it: in the next free row, as wide as the content. */
function whole(boxes: readonly (Box | undefined)[], columns: number): Box[] {
  const taken = boxes.filter((box) => box !== undefined);
  let from = 1;
  return boxes.map((box) => {
    if (box) return box;
    const own = freeRow(taken, columns, from);
    taken.push(own);
    from = own.top;
    return own;
  });
}

const written = (box: Box, layer: number, more: JsonObject = {}): JsonObject => ({
  rowStart: box.top,
  columnStart: box.left,
  rowEnd: box.bottom,
  columnEnd: box.right,
  ...(layer === 0 ? {} : { zIndex: layer }),
  ...more,
});

/** What a block that is new in a grid says of its place. */
export const placeOf = (box: Box): JsonObject => written(box, 0);

/** Where a section with what is in it stands in its file. */
export const sectionPointer = (index: number): string => pointer('sections', index);
export const blockPointer = (section: string, index: number): string => `${section}${pointer('blocks', index)}`;

/** A new place of some blocks at one width. The first change on a phone writes down where all of them lie there. */
export type Change = { index: number; box?: Box; layer?: number };

export function placeEdits(section: Json | undefined, where: string, side: Side, changes: readonly Change[]): Edit[] {
  const grid = gridOf(section);
  const columns = grid.lines[side].columns;
  const next = grid.blocks.map((block, index) => {
    const change = changes.find((one) => one.index === index);
    const { box, layer } = block[side];
    return { box: fitted(change?.box ?? box, columns), layer: change?.layer ?? layer, isMeant: change !== undefined };
  });
  const isFirst = side === 'mobile' && grid.follows;
  const edits = side === 'mobile' ? begun(grid, where) : gridEdits(grid, where);
  next.forEach(({ box, layer, isMeant }, index) => {
    const now = grid.blocks[index]?.[side];
    if (!now) return;
    // A grid that is new needs every place; so do blocks that followed the desktop until now.
    if (isMeant || isFirst || (!grid.isSaid && side === 'desktop'))
      edits.push(...blockEdits(blockPointer(where, index), side, now, box, layer));
  });
  const rows = rowsFor(
    next.map(({ box }) => box),
    grid.lines[side].rows,
  );
  const said = numberAt(section, pointer('grid', side, 'rows'));
  const isKept = said === rows || (!grid.isSaid && side === 'desktop' && rows === 12);
  if (!isKept) edits.push({ op: 'set', pointer: `${where}${pointer('grid', side, 'rows')}`, value: rows });
  return edits;
}

const gridEdits = (grid: Grid, where: string): Edit[] =>
  grid.isSaid ? [] : [{ op: 'set', pointer: `${where}/grid`, value: DEFAULT_GRID }];

/** A grid for blocks that had none, each where it stands. */
const begun = (grid: Grid, where: string): Edit[] =>
  grid.isSaid
    ? []
    : [
        ...gridEdits(grid, where),
        ...grid.blocks.flatMap(({ desktop }, index) =>
          blockEdits(blockPointer(where, index), 'desktop', desktop, desktop.box, desktop.layer),
        ),
      ];

function blockEdits(where: string, side: Side, now: Placed, box: Box, layer: number): Edit[] {
  const own = `${where}/${side}`;
  if (!now.isSaid) return [{ op: 'set', pointer: own, value: written(box, layer) }];
  const edits: Edit[] = (['top', 'left', 'bottom', 'right'] as const)
    .filter((edge) => now.box[edge] !== box[edge])
    .map((edge) => ({ op: 'set', pointer: `${own}/${KEYS[edge]}`, value: box[edge] }));
  if (now.layer !== layer) edits.push({ op: 'set', pointer: `${own}/zIndex`, value: layer });
  return edits;
}

/** The phone follows the desktop again: no block says any more where it lies there. */
export const followEdits = (section: Json | undefined, where: string): Edit[] =>
  listAt(section, '/blocks').flatMap((block, index): Edit[] =>
    at(block, '/mobile') === undefined ? [] : [{ op: 'remove', pointer: `${blockPointer(where, index)}/mobile` }],
  );

/** A new block below all others; on a phone too, where the layout there is its own. */
export function addEdits(section: Json | undefined, where: string, block: JsonObject): Edit[] {
  const grid = gridOf(section);
  const below = (side: Side, height: number, width: number): Box => {
    const top = rowsFor(
      grid.blocks.map((one) => one[side].box),
      0,
    );
    return { top: top + 1, left: 2, bottom: top + 1 + height, right: 2 + width };
  };
  const desktop = below('desktop', 6, Math.min(12, grid.lines.desktop.columns));
  const mobile = grid.follows || grid.blocks.length === 0 ? undefined : below('mobile', 6, grid.lines.mobile.columns);
  const edits = begun(grid, where);
  const value = { ...block, desktop: placeOf(desktop), ...(mobile ? { mobile: placeOf(mobile) } : {}) };
  edits.push({ op: 'insert', pointer: `${where}/blocks/${grid.blocks.length}`, value });
  for (const [side, box] of [
    ['desktop', desktop],
    ['mobile', mobile],
  ] as const)
    if (box && grid.lines[side].rows < box.bottom - 1)
      edits.push({ op: 'set', pointer: `${where}${pointer('grid', side, 'rows')}`, value: box.bottom - 1 });
  return edits;
}

/** The window that a grid is drawn for at each width, in pixels. */
export const WINDOWS: Record<Side, number> = { desktop: 1280, mobile: 390 };
/** The margin beside the content, as a share of the window: `--fe-gutter` of the style sheet. */
const GUTTERS: Record<Side, number> = { desktop: 0.04, mobile: 0.06 };

/** The tracks as the style sheet lays them out in such a window. */
export function tracksOf({ lines, gaps }: Grid, side: Side): Tracks {
  const { columns, rowHeight } = lines[side];
  const margin = WINDOWS[side] * GUTTERS[side];
  const content = WINDOWS[side] - 2 * margin;
  const share = typeof rowHeight === 'string' ? Number.parseFloat(rowHeight) / 100 : undefined;
  return {
    column: Math.max(0, (content - gaps[0] * (columns - 1)) / columns),
    row: share === undefined ? Number(rowHeight) : content * share || 1,
    gap: gaps,
    margin,
  };
}

/** A few words by which one knows a section. */
export function sectionWords(section: Json | undefined): string {
  for (const block of listAt(section, '/blocks')) {
    for (const key of ['/value/html', '/value/title', '/value/quote', '/value/text']) {
      const found = /<h[1-6][^>]*>(.*?)<\/h[1-6]>/s.exec(textAt(block, key))?.[1] ?? textAt(block, key);
      const words = found
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (words !== '') return words.length > 40 ? `${words.slice(0, 39)}…` : words;
    }
  }
  return textAt(section, '/id');
}

/** The edits that put a section into a page. The first one of a page that is only text makes a block above it of that. */
export function insertEdits(page: Json | undefined, index: number, section: Json): Edit[] {
  const edits: Edit[] = [{ op: 'insert', pointer: sectionPointer(index), value: section }];
  const html = htmlOf(at(page, '/mainContent'));
  const isBuilt = ['/sections', '/rows', '/blocks'].some((list) => listAt(page, list).length > 0);
  if (isBuilt || html.trim() === '') return edits;
  const text = { columns: [{ span: 12, blocks: [{ type: 2, value: { html } }] }] };
  return [{ op: 'remove', pointer: '/mainContent' }, { op: 'set', pointer: '/rows', value: [text] }, ...edits];
}

/** The edits that take a section away. An empty list would stand for a page that is made of blocks, and has none. */
export const removeEdits = (page: Json | undefined, index: number): Edit[] => [
  { op: 'remove', pointer: listAt(page, '/sections').length === 1 ? '/sections' : sectionPointer(index) },
];

/** A section once more: two never have the same name for links. */
export function copyOf(section: Json): Json {
  if (!isObject(section)) return section;
  const { id: _id, ...rest } = section;
  return rest;
}
