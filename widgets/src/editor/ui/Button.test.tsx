import { act, screen, waitFor } from '@testing-library/react';
import { renderIn } from '../test/render.tsx';
import { Button, IconButton } from './Button.tsx';

/** A call of a server whose answer the test gives. */
function held() {
  const answers: (() => void)[] = [];
  const press = jest.fn(() => new Promise<void>((done) => answers.push(done)));
  const answer = () =>
    act(async () => {
      answers.shift()?.();
      await Promise.resolve();
    });
  return { press, answer };
}

test.each([
  ['a button with words', (press: () => unknown) => <Button onPress={press}>Refund</Button>],
  ['a button with a picture', (press: () => unknown) => <IconButton icon="close" label="Refund" onPress={press} />],
])('S-305 %s that is pressed twice does once what it waits for, and keeps the focus', async (_, draw) => {
  const { press, answer } = held();
  const { user } = renderIn(draw(press));
  const button = screen.getByRole('button', { name: 'Refund' });
  await user.dblClick(button);
  await user.keyboard('{Enter}');
  expect(press).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await answer();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await user.click(button);
  expect(press).toHaveBeenCalledTimes(2);
});

test('S-305 a button that answers at once is free at once', async () => {
  const press = jest.fn();
  const { user } = renderIn(<Button onPress={press}>Undo</Button>);
  await user.dblClick(screen.getByRole('button', { name: 'Undo' }));
  expect(press).toHaveBeenCalledTimes(2);
});
