import ui from '../ui/ui.module.css';
import styles from './books.module.css';

type TableProps = {
  label: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  /** What stands in place of a table without rows. */
  none?: string;
};

/** A table that scrolls by itself where it is wider than the panel. */
export function Table({ label, heads, rows, none }: TableProps) {
  if (rows.length === 0 && none) return <p className={ui.help}>{none}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rule of eslint wants it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={heads[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
