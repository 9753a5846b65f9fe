import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { same } from '../core/json.ts';
import { type Box, type Edges, rectOf, resized, type Side, shifted, stepsOf } from './geometry.ts';
import { type Change, type Grid, tracksOf, WINDOWS } from './section.ts';
import styles from './sections.module.css';
import { w } from './text.ts';

type Props = {
  grid: Grid;
  side: Side;
  names: readonly string[];
  selected: readonly number[];
  onSelect: (selected: readonly number[]) => void;
  onChange: (changes: readonly Change[]) => void;
  onRemove: () => void;
};
/** What a pointer or a finger has taken hold of: blocks, or an edge of one. */
type Drag = {
  pointer: number;
  x: number;
  y: number;
  edges: Edges | null;
  indices: readonly number[];
  boxes: readonly Box[];
};

const HANDLES: Readonly<Record<string, Edges>> = {
  nw: { top: true, left: true },
  n: { top: true },
  ne: { top: true, right: true },
  e: { right: true },
  se: { bottom: true, right: true },
  s: { bottom: true },
  sw: { bottom: true, left: true },
  w: { left: true },
};
/** Rows below the last that are drawn, so that there is room to move to. */
const SPARE = 4;
/** The least side of a box, in pixels, at which the middle of its edges has a handle too. */
const ROOMY = 64;
/** The width before the canvas has been measured. */
const UNKNOWN = 640;
/** On a phone's layout the canvas is no wider than a phone. */
const WIDEST: Record<Side, number> = { desktop: 1280, mobile: 390 };
const FURTHEST_LAYER = 1000;

/** How far an arrow key leads. */
const ARROWS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The grid of a section to scale; blocks are moved and resized by pointer, finger and keyboard, from line to line. */
export function GridCanvas({ grid, side, names, selected, onSelect, onChange, onRemove }: Props) {
  const around = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(UNKNOWN);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [boxes, setBoxes] = useState<readonly Box[] | null>(null);
  useEffect(() => {
    const element = around.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width || UNKNOWN));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const tracks = tracksOf(grid, side);
  const { columns, rows } = grid.lines[side];
  const width = Math.min(room - 2, WIDEST[side]);
  const scale = width / WINDOWS[side];
  const boxOf = (index: number): Box => {
    const at = drag?.indices.indexOf(index) ?? -1;
    return (at >= 0 ? boxes?.[at] : undefined) ?? (grid.blocks[index]?.[side].box as Box);
  };
  const place = (box: Box): CSSProperties => {
    const { x = 0, y = 0, width: across, height = 0 } = rectOf(box, tracks, columns, WINDOWS[side]);
    return {
      left: x * scale,
      top: y * scale,
      inlineSize: across * scale,
      blockSize: height * scale,
    };
  };
  const rowStep = (tracks.row + tracks.gap[1]) * scale;

  const take = (event: PointerEvent<HTMLElement>, index: number, edges: Edges | null) => {
    if (event.button !== 0) return;
    const isChosen = selected.includes(index);
    if (edges === null && event.shiftKey) {
      onSelect(isChosen ? selected.filter((one) => one !== index) : [...selected, index]);
      return;
    }
    const indices = edges === null && isChosen ? selected : [index];
    if (!isChosen) onSelect([index]);
    // A finger that begins on a block which is not chosen scrolls; on one that is, it moves it.
    if (event.pointerType === 'touch' && !isChosen) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const held = indices.map((one) => grid.blocks[one]?.[side].box as Box);
    setBoxes(held);
    setDrag({ pointer: event.pointerId, x: event.clientX, y: event.clientY, edges, indices, boxes: held });
  };
  /** Where they are now: what is drawn may be a movement behind. */
  const reached = (event: PointerEvent<HTMLElement>, from: Drag): Box[] => {
    const across = stepsOf((event.clientX - from.x) / scale, tracks.column, tracks.gap[0]);
    const down = stepsOf((event.clientY - from.y) / scale, tracks.row, tracks.gap[1]);
    return after(from.boxes, from.edges, across, down, columns);
  };
  const drawTo = (event: PointerEvent<HTMLElement>) => {
    if (drag && drag.pointer === event.pointerId) setBoxes(reached(event, drag));
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    if (!drag || drag.pointer !== event.pointerId) return;
    const next = event.type === 'pointerup' ? reached(event, drag) : drag.boxes;
    if (next.some((box, at) => !same(box, drag.boxes[at])))
      onChange(drag.indices.map((index, at) => ({ index, box: next[at] as Box })));
    setDrag(null);
    setBoxes(null);
  };
  const pointers = { onPointerMove: drawTo, onPointerUp: letGo, onPointerCancel: letGo };

  const pressed = (
    event: { key: string; shiftKey: boolean; altKey: boolean; preventDefault: () => void },
    index: number,
  ) => {
    const indices = selected.includes(index) ? selected : [index];
    const held = indices.map((one) => grid.blocks[one]?.[side].box as Box);
    const way = ARROWS[event.key];
    const layers: Record<string, number> = {
      PageUp: 1,
      PageDown: -1,
      ...(event.altKey ? { ArrowUp: 1, ArrowDown: -1 } : {}),
    };
    const higher = layers[event.key];
    if (higher !== undefined) {
      onChange(
        indices.map((one) => {
          const layer = (grid.blocks[one]?.[side].layer ?? 0) + higher;
          return { index: one, layer: Math.min(Math.max(layer, -FURTHEST_LAYER), FURTHEST_LAYER) };
        }),
      );
    } else if (way && !event.altKey) {
      const edges = event.shiftKey ? ({ bottom: true, right: true } as const) : null;
      const next = after(held, edges, way[0], way[1], columns);
      onChange(indices.map((one, at) => ({ index: one, box: next[at] as Box })));
    } else if (event.key === 'Delete') onRemove();
    else return;
    event.preventDefault();
    if (!selected.includes(index)) onSelect([index]);
  };

  const only = selected.length === 1 ? selected[0] : undefined;
  const held = only === undefined || !grid.blocks[only] ? undefined : boxOf(only);
  const frame = held && place(held);
  return (
    <div ref={around} className={styles.around}>
      {/* biome-ignore lint/a11y/useSemanticElements: what is in it is no set of fields */}
      <div
        role="group"
        aria-label={w(`canvas.${side}`)}
        className={styles.canvas}
        data-side={side}
        style={{ inlineSize: width, blockSize: (rows + SPARE) * rowStep }}
      >
        <Ruled columns={columns} rows={rows} scale={scale} tracks={tracks} width={width} />
        {grid.blocks.map((block, index) => (
          <button
            // A block has nothing but its place in the file.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            type="button"
            className={styles.box}
            aria-pressed={selected.includes(index)}
            aria-label={`${names[index]}, ${placeWords(block[side].box)}`}
            style={{ ...place(boxOf(index)), zIndex: block[side].layer + FURTHEST_LAYER + 1 }}
            onPointerDown={(event) => take(event, index, null)}
            {...pointers}
            onClick={(event) => {
              // A key that presses it: a pointer has chosen it already.
              if (event.detail === 0) onSelect([index]);
            }}
            onKeyDown={(event) => pressed(event, index)}
          >
            <span>{names[index]}</span>
          </button>
        ))}
        {frame && only !== undefined ? (
          <span aria-hidden="true" className={styles.handles} style={{ ...frame, zIndex: 2 * FURTHEST_LAYER + 2 }}>
            {Object.entries(HANDLES)
              .filter(
                ([name]) =>
                  name.length === 2 ||
                  Number(name === 'n' || name === 's' ? frame.inlineSize : frame.blockSize) > ROOMY,
              )
              .map(([name, edges]) => (
                <span
                  key={name}
                  className={styles.handle}
                  data-handle={name}
                  onPointerDown={(event) => take(event, only, edges)}
                  {...pointers}
                />
              ))}
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** The boxes so many tracks on, or with an edge there. */
const after = (boxes: readonly Box[], edges: Edges | null, across: number, down: number, columns: number): Box[] =>
  edges ? boxes.map((box) => resized(box, edges, across, down, columns)) : shifted(boxes, across, down, columns);

/** Where a block stands, in words: the first column of the content is column 1. */
export const placeWords = (box: Box): string =>
  w('place', { row: box.top, column: box.left - 1, rows: box.bottom - box.top, columns: box.right - box.left });

type RuledProps = {
  columns: number;
  rows: number;
  scale: number;
  tracks: ReturnType<typeof tracksOf>;
  width: number;
};

/** The columns, and the rows that the grid has. */
function Ruled({ columns, rows, scale, tracks, width }: RuledProps) {
  const step = (tracks.row + tracks.gap[1]) * scale;
  return (
    <svg className={styles.ruled} aria-hidden="true" focusable="false" width={width} height={(rows + SPARE) * step}>
      {Array.from({ length: columns }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are alike
          key={index}
          x={(tracks.margin + index * (tracks.column + tracks.gap[0])) * scale}
          width={tracks.column * scale}
          height={rows * step}
        />
      ))}
      <path d={Array.from({ length: rows + 1 }, (_, row) => `M0 ${row * step}H${width}`).join('')} />
    </svg>
  );
}
