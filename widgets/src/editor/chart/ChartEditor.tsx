import Papa from 'papaparse';
import { type ClipboardEvent, useState } from 'react';
import {
  type Answer,
  addColumn,
  addRow,
  type Dataset,
  type DatasetProblem,
  datasetOf,
  datasetProblem,
  MAX_COLUMNS,
  MAX_ROWS,
  pasted,
  removeColumn,
  removeRow,
  renameColumn,
  setCell,
} from '../core/dataset.ts';
import { at } from '../core/json.ts';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import styles from '../ui/rows.module.css';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

type Props = { path: string; pointer: string; label: string };

/** The numbers of a chart, as rows and columns; a table is pasted as it comes from a spreadsheet (E-074…E-079). */
export function ChartEditor({ path, pointer, label }: Props) {
  const stored = at(useJson(path), pointer);
  const edit = useEdit(path);
  const [draft, setDraft] = useState<Dataset>(() => datasetOf(stored));
  const [problem, setProblem] = useState<DatasetProblem | null>(null);
  const take = ({ dataset, problem: found }: Answer) => {
    setDraft(dataset);
    setProblem(found ?? null);
  };
  const save = () => {
    const found = datasetProblem(draft);
    setProblem(found);
    if (found === null) edit(label, [{ op: 'set', pointer, value: { columns: draft.columns, rows: draft.rows } }]);
  };
  const paste = (row: number, column: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const table = Papa.parse<string[]>(text.replace(/\n$/, ''), { delimiter: text.includes('\t') ? '\t' : '' });
    take(pasted(table.data, row, column, draft));
  };
  return (
    <fieldset className={ui.stack} style={{ margin: 0, minInlineSize: 0 }} data-pointer={pointer}>
      <legend className={ui.label}>{label}</legend>
      {problem ? <Problem text={t(problem, { rows: MAX_ROWS, columns: MAX_COLUMNS })} /> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: as the rule of eslint wants it */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <div className={styles.cells} role="region" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {draft.columns.map((name, column) => (
                // A column is where it stands: two may have the same name.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <th key={column} scope="col">
                  <div className={ui.group}>
                    <input
                      aria-label={t('chart.columnName', { n: column + 1 })}
                      value={name}
                      onChange={(event) => setDraft(renameColumn(draft, column, event.target.value))}
                    />
                    <IconButton
                      icon="remove"
                      label={t('chart.removeColumn', { n: column + 1 })}
                      onPress={() => take(removeColumn(draft, column))}
                    />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {draft.rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is where it stands
              <tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as its column
                  <td key={column}>
                    <input
                      aria-label={t('chart.cell', { row: row + 1, column: draft.columns[column] || column + 1 })}
                      value={String(cell)}
                      onChange={(event) => setDraft(setCell(draft, row, column, event.target.value))}
                      onPaste={paste(row, column)}
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    icon="remove"
                    label={t('chart.removeRow', { n: row + 1 })}
                    onPress={() => take(removeRow(draft, row))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={ui.group} style={{ flexWrap: 'wrap' }}>
        <Button icon="add" onPress={() => take(addRow(draft))}>
          {t('chart.addRow')}
        </Button>
        <Button icon="add" onPress={() => take(addColumn(draft, ''))}>
          {t('chart.addColumn')}
        </Button>
        <Button look="primary" onPress={save}>
          {t('chart.save')}
        </Button>
      </div>
    </fieldset>
  );
}
