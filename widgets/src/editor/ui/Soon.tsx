import { type ReactNode, useDeferredValue } from 'react';

/** So many rows fill the screen of a computer. */
const SCREEN = 12;

type Props<Row> = { rows: readonly Row[]; children: (row: Row, index: number) => ReactNode };

/** The rows of a list: when they come, those that are seen at first, and all of them as soon as those are drawn. */
export function Soon<Row>({ rows, children }: Props<Row>): ReactNode {
  const drawn = useDeferredValue(rows.length, 0);
  return rows.slice(0, Math.max(SCREEN, drawn)).map(children);
}
