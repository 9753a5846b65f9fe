import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { Boundary } from '../shell/Boundary.tsx';
import { lazyPart } from './lazyPart.ts';

type Props = { name: string };
const Greeting = ({ name }: Props) => <p>{`Good morning, ${name}`}</p>;

/** Code that comes, or does not, when the test says so. */
function loader() {
  const asked: { come: (part: ComponentType<Props>) => void; fail: (why: Error) => void }[] = [];
  const load = () => new Promise<ComponentType<Props>>((come, fail) => asked.push({ come, fail }));
  return { asked, load };
}

/** Does something, and all that follows from it by itself. */
const settle = (done: () => void) =>
  act(async () => {
    done();
    await Promise.resolve();
  });

describe('S-798 a part whose code comes when it is shown', () => {
  test('is drawn with its properties as soon as the code is there, and at once the next time', async () => {
    const { asked, load } = loader();
    const Part = lazyPart(load, () => <p>Comes</p>);
    // Nothing waits for a clock: one that stands still holds nothing up.
    jest.useFakeTimers();
    const { unmount } = render(<Part name="Ann" />);
    expect(screen.getByText('Comes')).toBeVisible();
    await settle(() => asked[0]?.come(Greeting));
    expect(screen.getByText('Good morning, Ann')).toBeVisible();
    unmount();
    render(<Part name="Ben" />);
    expect(screen.getByText('Good morning, Ben')).toBeVisible();
    expect(asked).toHaveLength(1);
    jest.useRealTimers();
  });

  test('that cannot be loaded says so, and is asked for again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { asked, load } = loader();
    const Part = lazyPart(load);
    render(
      <Boundary small>
        <Part name="Ann" />
      </Boundary>,
    );
    await settle(() => asked[0]?.fail(new Error('no way there')));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle(() => asked[1]?.come(Greeting));
    expect(screen.getByText('Good morning, Ann')).toBeVisible();
  });

  test('that goes while its code is on the way leaves nothing behind', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { asked, load } = loader();
    const Part = lazyPart(load);
    render(<Part name="Ann" />).unmount();
    await settle(() => asked[0]?.come(Greeting));
    expect(said).not.toHaveBeenCalled();
  });
});
