import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { Editing, type Then } from './Editing.tsx';
import {
  type Cell,
  type Column,
  cellKey,
  moved,
  type Place,
  pasted,
  type Range,
  type Refusal,
  type Row,
  rangeOf,
  type Write,
} from './grid.ts';
import { type Act, actOf } from './keys.ts';
import { ManyCells } from './ManyCells.tsx';
import { Part } from './Part.tsx';
import { SheetRow } from './SheetRow.tsx';
import styles from './sheet.module.css';
import { g } from './text.ts';
import { readCells, writeCells } from './tsv.ts';
import { useWindow } from './useWindow.ts';

/** The height of a row, in pixels: that of `--row`. */
const ROW = 40;
const MOVES: Record<Exclude<Then, 'stay' | 'all'>, [number, number]> = {
  down: [1, 0],
  up: [-1, 0],
  on: [0, 1],
  back: [0, -1],
};

export type Sorting = { column: string; isDown: boolean };
type Props = {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  cellOf: (row: string, column: string) => Cell;
  /** Takes what is written, and answers what it refuses. */
  write: (writes: readonly Write[]) => Promise<readonly Refusal[]>;
  onToggle?: (row: string) => void;
  sort?: Sorting | undefined;
  onSort?: (column: string) => void;
  /** The rows that are drawn: what is known of others is not asked for. */
  onSeen?: (rows: readonly string[]) => void;
  onActive?: (row: string) => void;
  /** It stands among fields, and is no higher than this. */
  isSmall?: boolean;
};

/**
 * A table that is written in like a spreadsheet: cell by cell with the keyboard, by ranges with copy, paste and fill, and by
 * finger. It knows nothing of what its cells mean. Only the rows that are seen are drawn.
 */
export function Sheet(props: Props) {
  const { label, columns, rows, cellOf, write, onToggle, sort, onSort, onSeen, onActive, isSmall } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ row: '', column: '' });
  const [from, setFrom] = useState(at);
  const [first, setFirst] = useState<string | null>(null);
  const [refused, setRefused] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const [note, setNote] = useState('');
  const [fillTo, setFillTo] = useState<number | null>(null);
  const wantsFocus = useRef(false);
  const press = useRef({ isDragging: false, isFinger: false, wasActive: false });
  const drawn = useWindow(scroller, rows.length, ROW);
  const numbers = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const size = { row: rows.length, column: columns.length };
  const placeOf = ({ row, column }: typeof at): Place => ({
    row: numbers.get(row) ?? 0,
    column: Math.max(
      0,
      columns.findIndex((one) => one.id === column),
    ),
  });
  const active = placeOf(at);
  const range = rangeOf(active, placeOf(from));
  const selected = fillTo === null ? range : { ...range, bottom: Math.max(range.bottom, fillTo) };
  const isTree = onToggle !== undefined;

  const nameOf = ({ row, column }: Place) => ({ row: rows[row]?.key ?? '', column: columns[column]?.id ?? '' });
  const cellAt = (place: Place): Cell => {
    const { row, column } = nameOf(place);
    return cellOf(row, column);
  };
  const textAt = (place: Place): string => {
    const { row, column } = nameOf(place);
    return refused.get(cellKey(row, column))?.text ?? cellOf(row, column).text;
  };
  const go = (place: Place, extends_ = false) => {
    const next = nameOf(place);
    setAt(next);
    if (!extends_) setFrom(next);
    setNote('');
    wantsFocus.current = true;
    onActive?.(next.row);
  };
  const select = ({ top, bottom, left, right }: Range) => {
    go({ row: top, column: left });
    setFrom(nameOf({ row: bottom, column: right }));
  };
  const begin = (place: Place, text?: string) => {
    const { locked } = cellAt(place);
    if (place.row !== active.row || place.column !== active.column) go(place);
    wantsFocus.current = true;
    if (locked) setNote(locked);
    else setFirst(text ?? textAt(place));
  };
  const send = async (wanted: readonly (Place & { text: string })[]) => {
    const all = wanted.map(({ text, ...place }): Write => ({ ...nameOf(place), text }));
    const locked: Refusal[] = [];
    const real = all.filter((one) => {
      const cell = cellOf(one.row, one.column);
      if (one.text === cell.text) return false;
      if (cell.locked) locked.push({ ...one, reason: cell.locked });
      return !cell.locked;
    });
    const answered = real.length > 0 ? await write(real) : [];
    setRefused((was) => {
      const next = new Map(was);
      for (const { row, column } of all) next.delete(cellKey(row, column));
      for (const one of [...locked, ...answered]) next.set(cellKey(one.row, one.column), one);
      return next;
    });
  };
  const each = function* ({ top, bottom, left, right }: Range): Generator<Place> {
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) yield { row, column };
  };
  const fill = ({ top, bottom, left, right }: Range, to: number) => {
    const source = bottom - top + 1;
    const below = { top: bottom + 1, bottom: to, left, right };
    void send(
      [...each(below)].map((place) => ({
        ...place,
        text: textAt({ ...place, row: top + ((place.row - top) % source) }),
      })),
    );
    select({ top, bottom: to, left, right });
  };
  const done = (text: string, then: Then) => {
    setFirst(null);
    const places = then === 'all' ? [...each(range)] : [active];
    void send(places.map((place) => ({ ...place, text })));
    wantsFocus.current = then === 'all';
    if (then !== 'all' && then !== 'stay') go(moved(active, ...MOVES[then], size));
  };
  const toggle = (row: Row | undefined) => {
    if (row?.isOpen !== undefined) onToggle?.(row.key);
  };

  const does: Record<Act['does'], (act: Act) => void> = {
    move: ({ down = 0, along = 0, extends_ }) => go(moved(active, down, along, size), extends_),
    edit: () => begin(active),
    type: ({ text = '' }) => begin(active, text),
    empty: () => void send([...each(range)].map((place) => ({ ...place, text: '' }))),
    all: () => select({ top: 0, bottom: size.row - 1, left: 0, right: size.column - 1 }),
    fill: () => {
      if (range.bottom > range.top) fill({ ...range, bottom: range.top }, range.bottom);
    },
    toggle: () => toggle(rows[active.row]),
    escape: () => {
      forget([cellKey(at.row, at.column)]);
      go(active);
    },
  };
  const forget = (keys: Iterable<string>) =>
    setRefused((was) => {
      const next = new Map(was);
      for (const key of keys) next.delete(key);
      return next;
    });

  useEffect(() => {
    if (!wantsFocus.current || first !== null) return;
    wantsFocus.current = false;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-at="${active.row}:${active.column}"]`);
    if (!element) return;
    element.focus({ preventScroll: true });
    reveal(scroller.current, element, active);
  });
  useEffect(() => {
    onSeen?.(rows.slice(drawn.first, drawn.last).map(({ key }) => key));
  }, [onSeen, rows, drawn.first, drawn.last]);

  const copy = (event: ClipboardEvent) => {
    const { top, bottom, left, right } = range;
    const lines = [...Array(bottom - top + 1).keys()].map((row) =>
      [...Array(right - left + 1).keys()].map((column) => textAt({ row: top + row, column: left + column })),
    );
    event.clipboardData.setData('text/plain', writeCells(lines));
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    const cells = readCells(event.clipboardData.getData('text/plain'));
    event.preventDefault();
    const { at: places, lost } = pasted(cells, range, size);
    void send(places);
    const [last] = places.slice(-1);
    if (last) select({ ...range, bottom: last.row, right: Math.max(...places.map(({ column }) => column)) });
    if (lost.row + lost.column > 0) setNote(g('lost', { n: lost.row + lost.column }));
  };
  const pressed = (place: Place, event: PointerEvent) => {
    const isActive = place.row === active.row && place.column === active.column;
    // What is being written is saved where it stands, as its field loses the focus; the press goes on after that.
    if (first !== null) press.current = { isDragging: false, isFinger: !isActive, wasActive: false };
    if (first !== null) return;
    const isFinger = event.pointerType === 'touch' || event.pointerType === 'pen';
    press.current = { isDragging: !isFinger && event.button === 0, isFinger, wasActive: isActive && at.row !== '' };
    if (isFinger || event.button !== 0) return;
    window.addEventListener('pointerup', () => (press.current.isDragging = false), { once: true });
    go(place, event.shiftKey);
  };
  const filling = (event: PointerEvent) => {
    event.stopPropagation();
    event.preventDefault();
    let to = range.bottom;
    const over = ({ clientY }: { clientY: number }) => {
      const box = scroller.current?.getBoundingClientRect();
      if (!box || !scroller.current) return;
      if (box.height > 0 && clientY > box.bottom - ROW / 2) scroller.current.scrollTop += ROW;
      const row = Math.floor((clientY - box.top + scroller.current.scrollTop) / ROW) - 1;
      to = Math.max(range.bottom, Math.min(size.row - 1, row));
      setFillTo(to);
    };
    const end = (isDone: boolean) => () => {
      window.removeEventListener('pointermove', over);
      setFillTo(null);
      if (isDone && to > range.bottom) fill(range, to);
    };
    window.addEventListener('pointermove', over);
    window.addEventListener('pointerup', end(true), { once: true });
    window.addEventListener('pointercancel', end(false), { once: true });
  };

  /** What is pressed stands in a cell, whose place is written on it. */
  const under = ({ target }: { target: EventTarget }) => {
    const element = target as HTMLElement;
    const [row, column] = (element.closest<HTMLElement>('[data-at]')?.dataset.at ?? '').split(':').map(Number);
    const place = row === undefined || column === undefined ? null : { row, column };
    return { place, is: (name: string) => element.closest(`[data-${name}]`) !== null };
  };
  const heard = {
    onKeyDown: (event: KeyboardEvent) => {
      const act = actOf(event, { active, size, page: Math.max(1, seen.length - 16) });
      if (!act) return;
      event.preventDefault();
      does[act.does](act);
    },
    onCopy: copy,
    onCut: (event: ClipboardEvent) => {
      copy(event);
      does.empty({ does: 'empty' });
    },
    onPaste: paste,
    onPointerDown: (event: PointerEvent) => {
      const { place, is } = under(event);
      if (is('fill')) filling(event);
      else if (place && !is('toggle')) pressed(place, event);
    },
    onPointerOver: (event: PointerEvent) => {
      const { place } = under(event);
      if (press.current.isDragging && place) go(place, true);
    },
    onClick: (event: MouseEvent) => {
      const { place, is } = under(event);
      const column = (event.target as HTMLElement).closest<HTMLElement>('[data-sort]')?.dataset.sort;
      const title = (event.target as HTMLElement).closest<HTMLElement>('[role="columnheader"]');
      if (column) onSort?.(column);
      else if (title && rows.length > 0) {
        const at = Number(title.getAttribute('aria-colindex')) - 1;
        select({ top: 0, bottom: size.row - 1, left: at, right: at });
      }
      if (!place || is('fill')) return;
      if (is('toggle')) toggle(rows[place.row]);
      else if (press.current.isFinger && first === null) {
        if (press.current.wasActive) begin(place);
        else go(place);
      }
    },
    onDoubleClick: (event: MouseEvent) => {
      const { place, is } = under(event);
      if (place && first === null && !is('toggle') && !is('fill')) begin(place);
    },
  };

  const tracks = columns
    .map(({ width }, index) => (index === 0 ? 'minmax(var(--first), 1fr)' : `${width}px`))
    .join(' ');
  const seen = [...Array(drawn.last - drawn.first).keys()].map((index) => drawn.first + index);
  // The row that has the focus stays, wherever one scrolls.
  const shown = seen.includes(active.row) || rows.length === 0 ? seen : [...seen, active.row];
  const count = rows.length > 0 ? (range.bottom - range.top + 1) * (range.right - range.left + 1) : 0;
  const wrong = [...refused.values()].filter(({ row }) => numbers.has(row));
  const nextWrong = () => {
    const places = wrong.map(placeOf).sort((one, other) => one.row - other.row || one.column - other.column);
    const after = ({ row, column }: Place) => row > active.row || (row === active.row && column > active.column);
    const place = places.find(after) ?? places[0];
    if (place) go(place);
  };
  return (
    <div className={styles.whole}>
      <div
        ref={scroller}
        className={styles.scroller}
        data-small={isSmall ? '' : undefined}
        data-scrolls=""
        onScroll={drawn.look}
      >
        <Part
          {...heard}
          is={isTree ? 'treegrid' : 'grid'}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          aria-describedby={`${id}-keys`}
          className={styles.grid}
        >
          <Part is="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: tracks }}>
            {columns.map((column, index) => (
              <Part
                key={column.id}
                is="columnheader"
                aria-colindex={index + 1}
                aria-sort={sort?.column === column.id ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                className={styles.title}
                data-number={column.isNumber || undefined}
                data-sort={onSort ? column.id : undefined}
              >
                <span className={styles.words}>{column.label}</span>
                {sort?.column === column.id ? <span aria-hidden="true">{sort.isDown ? '↓' : '↑'}</span> : null}
              </Part>
            ))}
          </Part>
          <Part is="rowgroup" className={styles.body} style={{ blockSize: rows.length * ROW }}>
            {shown.map((index) => {
              const row = rows[index];
              return row ? (
                <SheetRow
                  key={row.key}
                  id={id}
                  mayFill={at.row !== ''}
                  row={row}
                  index={index}
                  isTree={isTree}
                  columns={columns}
                  cellOf={cellOf}
                  active={active}
                  selected={selected}
                  refused={refused}
                  tracks={tracks}
                  top={index * ROW}
                  field={
                    first !== null && index === active.row ? (
                      <Editing
                        name={columns[active.column]?.label ?? ''}
                        column={columns[active.column] as Column}
                        row={row.key}
                        first={first}
                        isWrong={refused.has(cellKey(at.row, at.column))}
                        onDone={done}
                        onCancel={() => {
                          setFirst(null);
                          wantsFocus.current = true;
                        }}
                      />
                    ) : null
                  }
                />
              ) : null;
            })}
          </Part>
        </Part>
      </div>
      {count > 1 ? (
        <ManyCells
          key={`${range.top} ${range.bottom} ${range.left} ${range.right}`}
          count={count}
          onWrite={(text) => void send([...each(range)].map((place) => ({ ...place, text })))}
        />
      ) : null}
      <div className={styles.said}>
        <span role="status" className={wrong.length > 0 ? ui.error : ui.help}>
          {wrong.length > 0 ? g('refused', { n: wrong.length, reason: wrong[0]?.reason ?? '' }) : ''} {note}
        </span>
        {wrong.length > 0 ? (
          <>
            <Button onPress={nextWrong}>{g('toRefused')}</Button>
            <Button look="quiet" onPress={() => forget(refused.keys())}>
              {g('forget')}
            </Button>
          </>
        ) : null}
      </div>
      <span id={`${id}-keys`} className={`${ui.help} ${styles.keys ?? ''}`}>
        {g('keys')}
      </span>
    </div>
  );
}

/** Scrolls as far as a cell needs to be seen beside what stands still. */
function reveal(box: HTMLElement | null, cell: HTMLElement, { row, column }: Place): void {
  if (!box || box.clientHeight === 0) return;
  const end = (row + 2) * ROW - box.clientHeight;
  if (row * ROW < box.scrollTop) box.scrollTop = row * ROW;
  else if (end > box.scrollTop) box.scrollTop = end;
  if (column === 0) return;
  const still = cell.parentElement?.firstElementChild?.clientWidth ?? 0;
  const over = cell.offsetLeft + cell.offsetWidth - box.clientWidth;
  if (cell.offsetLeft - still < box.scrollLeft) box.scrollLeft = cell.offsetLeft - still;
  else if (over > box.scrollLeft) box.scrollLeft = over;
}
