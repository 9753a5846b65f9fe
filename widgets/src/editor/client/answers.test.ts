import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { Answers } from './answers.ts';

/** A shop whose answers come when they are let go, each with what held when it was asked. */
function shop() {
  let count = 1;
  const under: (() => void)[] = [];
  return {
    sell: () => {
      count += 1;
    },
    ask: () => {
      const held = count;
      return new Promise<number>((resolve) => {
        under.push(() => resolve(held));
      });
    },
    /** Lets the first answer that is under way come in. */
    answer: async () => {
      under.shift()?.();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    asked: () => under.length,
  };
}

const key = ['stock', 'ledger', 1];

describe('S-518 what changed while it was asked for is asked for again', () => {
  it('when it was being asked for the first time', async () => {
    const { ask, sell, answer } = shop();
    const client = new Answers();
    const observer = new QueryObserver(client, { queryKey: key, queryFn: ask });
    const stop = observer.subscribe(() => undefined);
    sell();
    const told = client.invalidateQueries({ queryKey: ['stock'] });
    await answer();
    await answer();
    await told;
    expect(observer.getCurrentResult().data).toBe(2);
    stop();
  });

  it('when pages of it were being asked for the first time', async () => {
    const { ask, sell, answer } = shop();
    const client = new Answers();
    const observer = new InfiniteQueryObserver(client, {
      queryKey: key,
      queryFn: ask,
      initialPageParam: 0,
      getNextPageParam: () => undefined,
    });
    const stop = observer.subscribe(() => undefined);
    sell();
    const told = client.invalidateQueries({ queryKey: ['stock'] });
    await answer();
    await answer();
    await told;
    expect(observer.getCurrentResult().data?.pages).toEqual([2]);
    stop();
  });

  it('and once only when it was there already', async () => {
    const { ask, sell, answer, asked } = shop();
    const client = new Answers();
    const observer = new QueryObserver(client, { queryKey: key, queryFn: ask });
    const stop = observer.subscribe(() => undefined);
    await answer();
    sell();
    const told = client.invalidateQueries({ queryKey: ['stock'] });
    expect(asked()).toBe(1);
    await answer();
    await told;
    expect(observer.getCurrentResult().data).toBe(2);
    expect(asked()).toBe(0);
    stop();
  });

  it('and not when nobody looks at it', async () => {
    const { ask, asked } = shop();
    const client = new Answers();
    await client.invalidateQueries({ queryKey: ['stock'] });
    const observer = new QueryObserver(client, { queryKey: key, queryFn: ask, enabled: false });
    const stop = observer.subscribe(() => undefined);
    await client.invalidateQueries({ queryKey: ['stock'] });
    expect(asked()).toBe(0);
    stop();
  });
});
