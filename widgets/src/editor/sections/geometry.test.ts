import vectors from '../../../../generator/vectors/phone_layout.json';
import {
  ALIGNMENTS,
  aligned,
  type Box,
  distributed,
  type Edges,
  fitted,
  heightOf,
  lastLine,
  MOST_ROWS,
  overlap,
  rectOf,
  resized,
  rowsFor,
  shifted,
  stepsOf,
  widthOf,
} from './geometry.ts';
import { phoneLayout, type Wide } from './phone.ts';

const boxOf = ([top, left, bottom, right]: readonly number[]): Box => ({ top, left, bottom, right }) as Box;
const lines = ({ top, left, bottom, right }: Box) => [top, left, bottom, right];

/** Numbers that look random and are the same each time. */
function chance(seed: number): (least: number, most: number) => number {
  let state = seed;
  return (least, most) => {
    state = (state * 48_271) % 2_147_483_647;
    return least + (state % (most - least + 1));
  };
}
const randomBox = (any: ReturnType<typeof chance>, columns: number): Box => {
  const left = any(1, lastLine(columns) - 1);
  const top = any(1, 40);
  return { left, right: any(left + 1, lastLine(columns)), top, bottom: top + any(1, 20) };
};
const inside = (box: Box, columns: number): boolean =>
  box.left >= 1 &&
  box.right <= lastLine(columns) &&
  box.top >= 1 &&
  box.bottom <= MOST_ROWS + 1 &&
  widthOf(box) >= 1 &&
  heightOf(box) >= 1;

describe('S-292 the layout on a phone', () => {
  test.each(vectors.map((one) => [one.name, one] as const))('%s', (_, { columns, rows, narrow, blocks, expected }) => {
    const wide = blocks.map((block): Wide | undefined =>
      block.place
        ? { box: boxOf(block.place), keepsShape: 'keepsShape' in block && block.keepsShape === true }
        : undefined,
    );
    const found = phoneLayout(wide, columns, rows, narrow);
    expect({ rows: found.rows, places: found.boxes.map(lines) }).toEqual(expected);
  });

  test('never overlaps, and never leaves the grid', () => {
    const any = chance(5);
    for (let round = 0; round < 400; round += 1) {
      const columns = any(1, 30);
      const narrow = any(1, 12);
      const wide = Array.from({ length: any(0, 60) }, (): Wide | undefined =>
        any(0, 9) === 0 ? undefined : { box: randomBox(any, columns), keepsShape: any(0, 1) === 1 },
      );
      const { rows, boxes } = phoneLayout(wide, columns, 60, narrow);
      const order = [...boxes].sort((one, other) => one.top - other.top);
      for (const [at, box] of order.entries()) {
        expect(inside(box, narrow)).toBe(true);
        expect(box.bottom - 1).toBeLessThanOrEqual(Math.min(rows, MOST_ROWS));
        const next = order[at + 1];
        if (next) expect(overlap(box, next)).toBe(false);
      }
    }
  });
});

describe('S-293 boxes on a grid', () => {
  test('no change leads out of the grid, and none makes a box vanish', () => {
    const any = chance(11);
    const edges: Edges[] = [
      { top: true },
      { left: true, bottom: true },
      { right: true },
      { bottom: true, right: true },
    ];
    for (let round = 0; round < 2000; round += 1) {
      const columns = any(1, 30);
      const box = randomBox(any, columns);
      const [across, down] = [any(-80, 80), any(-600, 600)];
      const other = randomBox(any, columns);
      const [one] = shifted([box, other], across, down, columns) as [Box, Box];
      expect(inside(one, columns)).toBe(true);
      expect([widthOf(one), heightOf(one)]).toEqual([widthOf(box), heightOf(box)]);
      const edge = edges[any(0, 3)] as Edges;
      expect(inside(resized(box, edge, across, down, columns), columns)).toBe(true);
      expect(inside(fitted({ ...box, left: box.left + across, right: box.right + 3 * across }, columns), columns)).toBe(
        true,
      );
    }
  });

  test('resizing there and back gives the box that was', () => {
    const any = chance(23);
    for (let round = 0; round < 1000; round += 1) {
      const box = randomBox(any, 24);
      const edge: Edges = { bottom: true, right: true };
      const [across, down] = [any(0, lastLine(24) - box.right), any(0, 30)];
      expect(resized(resized(box, edge, across, down, 24), edge, -across, -down, 24)).toEqual(box);
    }
  });

  test('several move together: the one at an edge holds the others', () => {
    const boxes = [boxOf([1, 2, 3, 6]), boxOf([4, 20, 6, 26])];
    expect(shifted(boxes, 9, -9, 24).map(lines)).toEqual([
      [1, 3, 3, 7],
      [4, 21, 6, 27],
    ]);
  });

  test('aligned and distributed boxes keep their size, and stay in what held them', () => {
    const boxes = [boxOf([1, 2, 3, 6]), boxOf([4, 8, 10, 10]), boxOf([12, 20, 13, 26])];
    expect(aligned(boxes, 'center').map(lines)).toEqual([
      [1, 12, 3, 16],
      [4, 13, 10, 15],
      [12, 11, 13, 17],
    ]);
    expect(aligned(boxes, 'bottom').map(({ bottom }) => bottom)).toEqual([13, 13, 13]);
    expect(distributed(boxes, 'across').map(({ left, right }) => [left, right])).toEqual([
      [2, 6],
      [12, 14],
      [20, 26],
    ]);
    const any = chance(31);
    for (let round = 0; round < 300; round += 1) {
      const many = Array.from({ length: any(2, 6) }, () => randomBox(any, 24));
      const after = [
        ...ALIGNMENTS.map((how) => aligned(many, how)),
        distributed(many, 'across'),
        distributed(many, 'down'),
      ];
      for (const result of after)
        for (const [at, box] of result.entries()) {
          expect(inside(box, 24)).toBe(true);
          expect([widthOf(box), heightOf(box)]).toEqual([widthOf(many[at] as Box), heightOf(many[at] as Box)]);
        }
    }
  });

  test('lines in pixels: the last column ends at the margin, the edges at those of the window', () => {
    const tracks = { column: 38.525, row: 25.3, gap: [11, 11] as const, margin: 51.2 };
    expect(rectOf(boxOf([1, 2, 2, 26]), tracks, 24, 1280)).toEqual({
      x: 51.2,
      y: 0,
      width: expect.closeTo(1177.6, 3) as number,
      height: expect.closeTo(25.3, 5) as number,
    });
    expect(rectOf(boxOf([2, 1, 4, 27]), tracks, 24, 1280)).toMatchObject({
      x: 0,
      y: expect.closeTo(36.3, 5) as number,
      width: 1280,
    });
    expect(stepsOf(120, 38.525, 11)).toBe(2);
    expect(rowsFor([boxOf([1, 2, 9, 4])], 3)).toBe(8);
  });
});
