/** Rows of cells as spreadsheets put them on the clipboard: tabs between cells, quotes round what has one in it. */
const QUOTED = /["\t\n\r]/;

/** A text of the clipboard as rows of cells. The line break after the last row is no row. */
export function readCells(text: string, between = '\t'): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    row.push(cell);
    cell = '';
  };
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let index = 0; index < plain.length; index += 1) {
    const letter = plain.charAt(index);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (plain[index + 1] === '"') {
        cell += letter;
        index += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      // A quote inside of a cell that does not begin with one is a letter: 12" nails.
      const closes = /"(?:""|[^"])*"(?=[ ]*(?:[\t\n,;]|$))/y;
      closes.lastIndex = index;
      if (closes.test(plain)) {
        cell = '';
        isQuoted = true;
      } else cell += letter;
    } else if (letter === between) end();
    else if (letter === '\n') {
      end();
      rows.push(row);
      row = [];
    } else cell += letter;
  }
  end();
  rows.push(row);
  return rows;
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Rows of cells as a spreadsheet takes them. */
export const writeCells = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (QUOTED.test(cell) ? quoted(cell) : cell)).join('\t')).join('\n');

/** Words with commas between them; one with a comma in it has quotes round it. */
export const writeWords = (words: readonly string[]): string =>
  words.map((word) => (/[",\n]/.test(word) ? quoted(word) : word)).join(', ');

/** The words of such a text, each once. */
export function readWords(text: string): string[] {
  const found = readCells(text.replaceAll('\n', ','), ',').flat();
  const seen = new Set<string>();
  return found
    .map((word) => word.trim())
    .filter((word) => {
      const key = word.toLowerCase();
      if (word === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
