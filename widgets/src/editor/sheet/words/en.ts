/** The words of a sheet, in English. */
export const EN = {
  open: 'Open {name}',
  close: 'Close {name}',
  refused: 'Cells that were refused: {n}. {reason}',
  toRefused: 'Go to the next one',
  forget: 'Forget them',
  lost: 'Rows or columns that have no place here: {n}.',
  fill: 'Fill down: drag to the last row',
  keys: 'Enter or F2 edits, Delete empties, Shift and arrows select, Ctrl+C and Ctrl+V copy and paste, Ctrl+D fills down, Space opens a row.',
  many: 'Selected cells: {n}. What all of them shall say',
  writeAll: 'Write it',
};
export type Word = keyof typeof EN;
