import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { renderIn } from '../test/render.tsx';
import { Demo } from './demo.fixture.tsx';
import { readCells, readWords, writeCells, writeWords } from './tsv.ts';

const cell = (at: string) => document.querySelector<HTMLElement>(`[data-at="${at}"]`) as HTMLElement;
const column = (at: number) => [0, 1, 2, 3].map((row) => cell(`${row}:${at}`).querySelector('span')?.textContent);

/** What a key combination of the browser does with the clipboard. */
function clipboard(kind: 'copy' | 'paste', text = ''): string {
  let kept = text;
  const setData = (_: string, next: string) => {
    kept = next;
  };
  const clipboardData = { getData: () => kept, setData };
  const target = document.activeElement ?? document.body;
  if (kind === 'copy') fireEvent.copy(target, { clipboardData });
  else fireEvent.paste(target, { clipboardData });
  return kept;
}

test('S-434 a sheet is read and written by the keyboard alone', async () => {
  const { user, container } = renderIn(<Demo />);
  const grid = screen.getByRole('grid', { name: 'Bread' });
  expect(grid).toHaveAttribute('aria-rowcount', '5');
  expect(await axe(container)).toHaveNoViolations();
  await user.tab();
  expect(cell('0:0')).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(cell('1:1')).toHaveFocus();
  expect(within(grid).getAllByRole('gridcell', { selected: true })).toEqual([cell('1:1')]);
  // Typing replaces; Enter goes down, Tab goes on.
  await user.keyboard('7{Enter}');
  await waitFor(() => expect(column(1)).toEqual(['1', '7', '3', '4']));
  expect(cell('2:1')).toHaveFocus();
  await user.keyboard('{F2}5{Tab}');
  await waitFor(() => expect(column(1)).toEqual(['1', '7', '35', '4']));
  expect(cell('2:2')).toHaveFocus();
  // Escape leaves it as it was.
  await user.keyboard('x{Escape}');
  expect(cell('2:2')).toHaveFocus();
  expect(column(2)).toEqual(['a', 'b', 'c', 'd']);
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(cell('0:0')).toHaveFocus();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(cell('3:2')).toHaveFocus();
  // At the end of the row Tab leaves the sheet: nobody is caught in it.
  await user.tab();
  expect(grid).not.toContainElement(document.activeElement as HTMLElement);
});

test('S-434 what is written by Ctrl+Enter stands in every selected cell, and Delete empties them', async () => {
  const { user } = renderIn(<Demo />);
  await user.click(cell('0:2'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await user.keyboard('z{Control>}{Enter}{/Control}');
  await waitFor(() => expect(column(2)).toEqual(['z', 'z', 'z', 'd']));
  await user.keyboard('{Delete}');
  await waitFor(() => expect(column(2)).toEqual(['', '', '', 'd']));
});

test('S-435 a range goes to a spreadsheet and comes back; a refused cell keeps its text and says why', async () => {
  const { user } = renderIn(<Demo />);
  await user.click(cell('0:1'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
  expect(clipboard('copy')).toBe('1\ta\n2\tb');
  // More rows than are selected, one that cannot stand, one that is locked, and one beyond the end.
  await user.click(cell('1:0'));
  clipboard('paste', 'new\t20\t"b ""2"""\r\nold\tmany\tx\r\nRye\t40\td\r\nno\t1\t2\r\n');
  await waitFor(() => expect(column(1)).toEqual(['1', '20', 'many', '40']));
  expect(column(2)).toEqual(['a', 'b "2"', 'x', 'd']);
  expect(cell('2:1')).toHaveAttribute('aria-invalid', 'true');
  expect(cell('2:1')).toHaveAccessibleDescription('Write a number.');
  expect(cell('1:0')).toHaveAccessibleDescription('A name stays.');
  expect(screen.getByText(/^Cells that were refused: 4. A name stays\./)).toHaveTextContent('no place here: 1');
  await user.click(screen.getByRole('button', { name: 'Go to the next one' }));
  expect(cell('2:0')).toHaveFocus();
  // Written right it is refused no longer; Escape forgets what was refused.
  await user.keyboard('{ArrowRight}30{Enter}');
  await waitFor(() => expect(cell('2:1')).not.toHaveAttribute('aria-invalid'));
  await user.click(cell('1:0'));
  await user.keyboard('{Escape}');
  expect(cell('1:0')).toHaveTextContent('White');
  await user.click(screen.getByRole('button', { name: 'Forget them' }));
  expect(screen.queryByText(/refused/)).toBeNull();
});

test('S-435 one cell fills all that is selected, and a range stands in it as often as it has room', async () => {
  const { user } = renderIn(<Demo />);
  await user.click(cell('0:2'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
  clipboard('paste', 'p\nq\n');
  await waitFor(() => expect(column(2)).toEqual(['p', 'q', 'p', 'q']));
  await user.click(cell('0:1'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  clipboard('paste', '9');
  await waitFor(() => expect(column(1)).toEqual(['9', '9', '9', '4']));
});

test('S-436 Ctrl+D and the handle fill down', async () => {
  const { user } = renderIn(<Demo />);
  await user.click(cell('0:1'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  await waitFor(() => expect(column(1)).toEqual(['1', '1', '1', '4']));
  await user.click(cell('0:2'));
  const handle = cell('0:2').querySelector('[data-fill]') as HTMLElement;
  fireEvent.pointerDown(handle, { button: 0 });
  // Rows are 40 px high, the first stands under the titles.
  fireEvent(window, new MouseEvent('pointermove', { clientY: 3 * 40 + 5 }));
  fireEvent.pointerUp(window);
  await waitFor(() => expect(column(2)).toEqual(['a', 'a', 'a', 'd']));
});

test('S-435 tabs, line breaks and quotes come through the clipboard as they are', () => {
  const rows = [
    ['a\tb', '12" nails'],
    ['two\nlines', 'say "hi"'],
    ['', '-1'],
  ];
  expect(readCells(`${writeCells(rows)}\n`)).toEqual(rows);
  expect(readCells('a\tb\r\n')).toEqual([['a', 'b']]);
  expect(readCells('"open\tx')).toEqual([['"open', 'x']]);
  expect(readWords(writeWords(['rye', 'salt, fine', 'a "b"']))).toEqual(['rye', 'salt, fine', 'a "b"']);
  expect(readWords(' rye, Rye ,, oat')).toEqual(['rye', 'oat']);
});
