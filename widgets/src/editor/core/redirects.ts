/** A line of a list of redirects: from, to, and 301 or 302. */
export type Redirect = { from: string; to: string; status: 301 | 302 };

/** The list that the editor writes. */
export const OWN_LIST = 'redirects/own.csv';
const HEADING = 'old,new,code';

/** One line of a list with columns as its cells. */
function cells(line: string, delimiter: string): string[] {
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string;
    if (quoted && character === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && character === delimiter) {
      found.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...found, cell.trim()];
}

/** What stands between the cells: what the first line has most of, and of as many the last of these, as the generator reads it. */
function delimiterOf(text: string): string {
  const first = text.replace(/^\uFEFF/, '').split(/\r?\n/)[0] ?? '';
  const count = (one: string) => first.split(one).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) >= count(best) ? one : best));
}

const isAddress = (text: string): boolean => text.startsWith('/') || text.includes('://');

/** The rows of a list, each with the number of its line. What is no redirect, such as a heading or a remark, has none. */
export function readRedirects(text: string): (Redirect & { line: number })[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const delimiter = delimiterOf(text);
  return lines.flatMap((content, line) => {
    const [from = '', to = '', status = ''] = cells(content, delimiter);
    if (!isAddress(from) || !isAddress(to)) return [];
    return [{ from, to, status: status === '302' ? (302 as const) : (301 as const), line }];
  });
}

const cell = (text: string): string => (/[",;\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The list with one more row at its end; an old address that stands there already leads to the new place from now on. */
export function withRedirect(text: string | undefined, { from, to, status }: Redirect): string {
  const row = (delimiter: string) => [from, to, String(status)].map(cell).join(delimiter);
  if (!text?.trim()) return `${HEADING}\n${row(',')}\n`;
  const there = readRedirects(text).filter((one) => one.from === from);
  const rest = there.reduceRight((left, { line }) => withoutLine(left, line), text);
  // What is left may say nothing of how it was written.
  if (!rest.trim()) return `${HEADING}\n${row(',')}\n`;
  return `${rest.endsWith('\n') ? rest : `${rest}\n`}${row(delimiterOf(rest))}\n`;
}

/** The list without one of its lines. */
export function withoutLine(text: string, line: number): string {
  const lines = text.split('\n');
  lines.splice(line, 1);
  return lines.join('\n');
}

/**
 * The list after a page has moved: what led to its old address leads to the new one, so that nobody is led twice; what led
 * away from the new address is gone, for a page stands there now; and the old address leads to the new one.
 */
export function withMove(text: string | undefined, from: string, to: string): string {
  let list = text ?? '';
  for (const row of readRedirects(list).reverse()) if (row.from === to) list = withoutLine(list, row.line);
  for (const row of readRedirects(list)) if (row.to === from) list = withRedirect(list, { ...row, to });
  return withRedirect(list, { from, to, status: 301 });
}
