import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { type Cell, type Column, cellKey, isIn, type Place, type Range, type Refusal, type Row } from './grid.ts';
import { Part } from './Part.tsx';
import styles from './sheet.module.css';
import { g } from './text.ts';

type Props = {
  row: Row;
  /** Its number among all rows. */
  index: number;
  /** Somebody has chosen a cell. */
  mayFill: boolean;
  /** Some rows open. */
  isTree: boolean;
  columns: readonly Column[];
  cellOf: (row: string, column: string) => Cell;
  active: Place;
  selected: Range;
  refused: ReadonlyMap<string, Refusal>;
  /** The field of the active cell, while it is written. */
  field: ReactNode;
  tracks: string;
  top: number;
  id: string;
};

/** One row of a sheet. */
export function SheetRow({
  row,
  index,
  mayFill,
  isTree,
  columns,
  cellOf,
  active,
  selected,
  refused,
  field,
  tracks,
  top,
  id,
}: Props) {
  const isMany = selected.top !== selected.bottom || selected.left !== selected.right;
  const isEdge = index === selected.bottom;
  return (
    <Part
      is="row"
      className={styles.row}
      aria-rowindex={index + 2}
      aria-level={isTree ? (row.level ?? 1) : undefined}
      aria-expanded={row.isOpen}
      style={{ gridTemplateColumns: tracks, insetBlockStart: top }}
    >
      {columns.map((column, at) => {
        const cell = cellOf(row.key, column.id);
        const refusal = refused.get(cellKey(row.key, column.id));
        const isActive = active.row === index && active.column === at;
        const isSelected = isIn(selected, index, at);
        const reason = refusal?.reason ?? cell.fault;
        const told = `${id}-${index}-${at}`;
        const shown = refusal?.text ?? cell.shown ?? cell.text;
        return (
          <Part
            key={column.id}
            is={at === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={at + 1}
            aria-selected={isSelected}
            aria-readonly={cell.locked ? true : undefined}
            aria-invalid={reason ? true : undefined}
            aria-describedby={reason ? told : undefined}
            tabIndex={isActive ? 0 : -1}
            className={styles.cell}
            data-at={`${index}:${at}`}
            data-level={row.level}
            data-number={column.isNumber || undefined}
            data-locked={cell.locked ? '' : undefined}
            data-selected={isSelected && isMany ? '' : undefined}
            data-wrong={reason ? '' : undefined}
            title={cell.locked}
          >
            {at === 0 && row.isOpen !== undefined ? (
              <button
                type="button"
                tabIndex={-1}
                className={styles.toggle}
                data-closed={row.isOpen ? undefined : ''}
                data-toggle=""
                aria-label={g(row.isOpen ? 'close' : 'open', { name: cell.text })}
              >
                <Icon name="down" />
              </button>
            ) : null}
            {cell.picture ? <img className={styles.picture} src={cell.picture} alt="" loading="lazy" /> : null}
            <span className={styles.words}>{shown}</span>
            {isActive ? field : null}
            {reason ? (
              <span id={told} className={styles.reason}>
                {reason}
              </span>
            ) : null}
            {mayFill && isEdge && at === selected.right && !field ? (
              <span className={styles.fill} title={g('fill')} data-fill="" />
            ) : null}
          </Part>
        );
      })}
    </Part>
  );
}
