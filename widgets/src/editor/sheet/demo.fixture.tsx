import { useState } from 'react';
import type { Column, Row, Write } from './grid.ts';
import { Sheet } from './Sheet.tsx';

const NAMES = ['Rye', 'White', 'Oat', 'Malt'];
const COLUMNS: Column[] = [
  { id: 'name', label: 'Name', width: 0 },
  { id: 'pieces', label: 'Pieces', width: 100, isNumber: true, keys: 'numeric' },
  { id: 'note', label: 'Note', width: 160 },
];
const ROWS: Row[] = NAMES.map((key) => ({ key }));
const FIRST = Object.fromEntries(
  NAMES.flatMap((name, index) => [
    [`${name} pieces`, String(index + 1)],
    [`${name} note`, 'abcd'.charAt(index)],
  ]),
);

/** A small sheet that holds what is written in it: names stay, pieces are numbers. */
export function Demo() {
  const [values, setValues] = useState<Record<string, string>>(FIRST);
  const write = (writes: readonly Write[]) => {
    const isWrong = ({ column, text }: Write) => column === 'pieces' && text !== '' && !/^\d+$/.test(text);
    const good = writes.filter((one) => !isWrong(one));
    setValues((was) => ({
      ...was,
      ...Object.fromEntries(good.map(({ row, column, text }) => [`${row} ${column}`, text])),
    }));
    return Promise.resolve(writes.filter(isWrong).map((one) => ({ ...one, reason: 'Write a number.' })));
  };
  return (
    <Sheet
      label="Bread"
      columns={COLUMNS}
      rows={ROWS}
      cellOf={(row, column) =>
        column === 'name' ? { text: row, locked: 'A name stays.' } : { text: values[`${row} ${column}`] ?? '' }
      }
      write={write}
    />
  );
}
