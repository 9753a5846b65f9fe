import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { useFocusKept } from './useFocusKept.ts';

/** A part whose button goes with what it does, or can be pressed no more. */
function Order({ once }: { once: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDone, setDone] = useState(false);
  useFocusKept(place);
  return (
    <>
      <div ref={place}>
        <section aria-label="Order 1">
          {isDone && !once ? null : (
            <fieldset>
              <legend>Send</legend>
              <button type="button" disabled={isDone} onClick={() => setDone(true)}>
                It is sent
              </button>
            </fieldset>
          )}
          <button type="button">Another</button>
        </section>
      </div>
      <p>Beside it</p>
    </>
  );
}

describe('the focus', () => {
  test.each([
    ['goes', false, 'region', 'Order 1'],
    ['works no more', true, 'group', 'Send'],
  ] as const)('S-999 is with the part around when what had it %s', async (_, once, role, name) => {
    const user = userEvent.setup();
    render(<Order once={once} />);
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole(role, { name })).toHaveFocus());
    await user.tab();
    expect(screen.getByRole('button', { name: 'Another' })).toHaveFocus();
  });

  test('S-999 is not taken when something else was pressed', async () => {
    const user = userEvent.setup();
    render(<Order once />);
    await user.click(screen.getByRole('button', { name: 'Another' }));
    await user.click(screen.getByText('Beside it'));
    expect(document.body).toHaveFocus();
    const added = document.createElement('p');
    screen.getByRole('region').append(added);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    expect(document.body).toHaveFocus();
    added.remove();
  });
});
