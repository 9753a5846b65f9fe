import { isObject, type Json } from './json.ts';

/** The numbers of a chart: the first column names the places, every other one is a series. */
export type Cell = string | number;
export type Dataset = { columns: string[]; rows: Cell[][] };

/** The largest dataset (N-097); the names of the columns are not a row. */
export const MAX_COLUMNS = 20;
export const MAX_ROWS = 100;

export type DatasetProblem =
  | 'chart.oneColumn'
  | 'chart.oneRow'
  | 'chart.missing'
  | 'chart.empty'
  | 'chart.tooManyColumns'
  | 'chart.tooManyRows';
export type Answer = { dataset: Dataset; problem?: DatasetProblem };

/** A number where the text is one, so that the file holds numbers. */
export function cellOf(text: string): Cell {
  const plain = text.trim();
  return /^-?(?:\d+|\d*\.\d+)(?:e-?\d+)?$/i.test(plain) && String(Number(plain)).length <= 17 ? Number(plain) : text;
}

const isCell = (value: unknown): value is Cell => typeof value === 'string' || typeof value === 'number';

export function datasetOf(json: Json | undefined): Dataset {
  const columns = isObject(json) && Array.isArray(json.columns) ? json.columns.map(String) : [];
  const rows = isObject(json) && Array.isArray(json.rows) ? json.rows : [];
  return {
    columns,
    rows: rows.map((row) =>
      columns.map((_, index) => {
        const cell = Array.isArray(row) ? row[index] : '';
        return isCell(cell) ? cell : '';
      }),
    ),
  };
}

export const addRow = (dataset: Dataset): Answer =>
  dataset.rows.length >= MAX_ROWS
    ? { dataset, problem: 'chart.tooManyRows' }
    : { dataset: { ...dataset, rows: [...dataset.rows, dataset.columns.map(() => '')] } };

export const addColumn = (dataset: Dataset, name: string): Answer =>
  dataset.columns.length >= MAX_COLUMNS
    ? { dataset, problem: 'chart.tooManyColumns' }
    : { dataset: { columns: [...dataset.columns, name], rows: dataset.rows.map((row) => [...row, '']) } };

export const removeRow = (dataset: Dataset, index: number): Answer =>
  dataset.rows.length <= 1
    ? { dataset, problem: 'chart.oneRow' }
    : { dataset: { ...dataset, rows: dataset.rows.toSpliced(index, 1) } };

export const removeColumn = (dataset: Dataset, index: number): Answer =>
  dataset.columns.length <= 1
    ? { dataset, problem: 'chart.oneColumn' }
    : {
        dataset: {
          columns: dataset.columns.toSpliced(index, 1),
          rows: dataset.rows.map((row) => row.toSpliced(index, 1)),
        },
      };

export const setCell = (dataset: Dataset, row: number, column: number, text: string): Dataset => ({
  ...dataset,
  rows: dataset.rows.map((cells, index) => (index === row ? cells.with(column, cellOf(text)) : cells)),
});

export const renameColumn = (dataset: Dataset, column: number, name: string): Dataset => ({
  ...dataset,
  columns: dataset.columns.with(column, name),
});

/** Rows and columns as they come from a spreadsheet; more than the chart can hold is reported and left out. */
export function pasted(table: readonly (readonly string[])[], row: number, column: number, dataset: Dataset): Answer {
  let next = dataset;
  let problem: DatasetProblem | undefined;
  const reach = (grow: (dataset: Dataset) => Answer, enough: () => boolean) => {
    while (!enough() && problem === undefined) {
      const grown = grow(next);
      next = grown.dataset;
      problem = grown.problem;
    }
  };
  const width = Math.max(0, ...table.map((cells) => cells.length));
  reach(
    (old) => addColumn(old, ''),
    () => next.columns.length >= column + width,
  );
  const wide = problem;
  problem = undefined;
  reach(addRow, () => next.rows.length >= row + table.length);
  for (const [down, cells] of table.entries())
    for (const [right, text] of cells.entries())
      if (row + down < next.rows.length && column + right < next.columns.length)
        next = setCell(next, row + down, column + right, text);
  const refused = problem ?? wide;
  return refused ? { dataset: next, problem: refused } : { dataset: next };
}

const isBlank = (cell: Cell): boolean => typeof cell === 'string' && cell.trim() === '';

/** Why a dataset cannot be saved (E-077, E-078). */
export function datasetProblem({ columns, rows }: Dataset): DatasetProblem | null {
  if (columns.length === 0 || rows.length === 0 || rows.every((row) => row.every(isBlank))) return 'chart.empty';
  return rows.some((row) => row.length < columns.length || row.some(isBlank)) ? 'chart.missing' : null;
}
