import { act, render, screen } from '@testing-library/react';
import { ahead } from './ahead.ts';
import { lazyPart } from './lazyPart.ts';

type Props = { name: string };
const Greeting = ({ name }: Props) => <p>{`Good morning, ${name}`}</p>;

/** A browser that has nothing to do when the test says so. */
function browser() {
  const waiting: (() => void)[] = [];
  Object.assign(globalThis, { requestIdleCallback: (run: () => void) => waiting.push(run) });
  return async () => {
    for (const run of waiting.splice(0)) run();
    await act(async () => {
      await Promise.resolve();
    });
  };
}

afterEach(() => Reflect.deleteProperty(globalThis, 'requestIdleCallback'));

describe('S-799 a part whose code comes ahead', () => {
  test('is drawn at once when it is shown', async () => {
    const idle = browser();
    const load = jest.fn(() => Promise.resolve(Greeting));
    const Part = lazyPart(ahead(load), () => <p>Comes</p>);
    expect(load).not.toHaveBeenCalled();
    await idle();
    render(<Part name="Ann" />);
    expect(screen.getByText('Good morning, Ann')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('is asked for again when it did not come', async () => {
    const idle = browser();
    const load = jest.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(new Error('no way there'));
    const Part = lazyPart(ahead(load), () => <p>Comes</p>);
    await idle();
    render(<Part name="Ann" />);
    expect(await screen.findByText('Good morning, Ann')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('comes when it is shown in a browser that does not say when it is idle', async () => {
    const load = jest.fn(() => Promise.resolve(Greeting));
    const Part = lazyPart(ahead(load));
    expect(load).not.toHaveBeenCalled();
    render(<Part name="Ann" />);
    expect(await screen.findByText('Good morning, Ann')).toBeVisible();
  });
});
