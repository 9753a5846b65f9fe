import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { Details } from './Details.tsx';
import { Later } from './Later.tsx';
import { Soon } from './Soon.tsx';

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index}`);

/** How many rows each drawing had. */
function drawings(rows: readonly string[]) {
  const seen: number[] = [];
  const note = () => seen.push(screen.queryAllByRole('listitem').length);
  const list = (shown: readonly string[]) => (
    <Profiler id="list" onRender={note}>
      <ul>
        <Soon rows={shown}>{(row) => <li key={row}>{row}</li>}</Soon>
      </ul>
    </Profiler>
  );
  const { rerender } = render(list(rows));
  return { seen, show: (other: readonly string[]) => rerender(list(other)) };
}

describe('S-799 what is seen first is drawn first', () => {
  test('of a list that comes the first screen, then all of it; another list in its place whole', () => {
    const { seen, show } = drawings([]);
    show(rowsOf(50));
    show(rowsOf(40));
    expect(seen.filter((count, index) => count !== seen[index - 1])).toEqual([0, 12, 50, 40]);
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(rowsOf(40));
  });

  test('what stands below comes after it', () => {
    const seen: boolean[] = [];
    render(
      <Profiler id="page" onRender={() => seen.push(screen.queryByText('Below') !== null)}>
        <p>Above</p>
        <Later>
          <p>Below</p>
        </Later>
      </Profiler>,
    );
    expect(seen).toEqual([false, true]);
  });

  test('what is folded away is drawn when it is opened, and keeps what was typed', async () => {
    const user = userEvent.setup();
    render(
      <Details summary="More">
        <input aria-label="Name" />
      </Details>,
    );
    expect(screen.queryByLabelText('Name')).toBeNull();
    await user.click(screen.getByText('More'));
    await user.type(await screen.findByLabelText('Name'), 'Ann');
    await user.click(screen.getByText('More'));
    expect(screen.getByLabelText('Name')).not.toBeVisible();
    await user.click(screen.getByText('More'));
    expect(screen.getByLabelText('Name')).toHaveValue('Ann');
  });
});
