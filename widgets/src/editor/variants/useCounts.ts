import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../client/failure.ts';
import type { components } from '../../contract/schema.gen.ts';
import { useStore } from '../../state/useStore.ts';
import { call } from '../client/shop.ts';
import { useSession } from '../state/context.ts';
import { t } from '../text/words.ts';

type Schemas = components['schemas'];
const INVENTORY = '/api/commerce/inventory';
/** The most products that one call asks for. */
const MOST = 100;
/** How often those that are seen are asked for anew: orders take away from them. Milliseconds. */
const AGAIN = 20_000;
/** So long nobody has scrolled before the shop is asked. Milliseconds. */
const QUIET = 120;
/** Calls that are on their way at a time. */
const AT_ONCE = 4;

/** What is known of a product's stock: how many the shop has of each variant, with nothing for what never runs out. */
export type Counted =
  | { is: 'asked' }
  | { is: 'lost' }
  /** The shop does not sell it yet: its file says it. */
  | { is: 'file' }
  | { is: 'shop'; left: ReadonlyMap<string, number | null> };

/** A count of a variant that the owner writes: how many were there when they looked, and how many there are. */
export type Count = { itemId: string; sku: string; quantity: number; expected: number };
/** What became of it. */
export type Done = Count & ({ after: number } | { reason: string });

const left = (records: readonly Schemas['StockRecord'][]): Counted => ({
  is: 'shop',
  left: new Map(records.map(({ sku, unlimited, qtyInStock }) => [sku, unlimited ? null : qtyInStock])),
});

async function ask(ids: readonly string[]): Promise<[string, Counted][]> {
  try {
    const query = { itemIds: ids.join(',') };
    const { items } = await call<Schemas['StocksAnswer']>('GET', `${INVENTORY}/stocks`, { query });
    return ids.map((id) => {
      const item = items[id];
      return [id, item ? left(item.variants) : { is: 'file' }];
    });
  } catch {
    return ids.map((id) => [id, { is: 'lost' }]);
  }
}

/** Does some work for each, a few at a time. */
export async function inTurn<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const rest = [...all].reverse();
  const worker = async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The shop's counts of these products, and how they are changed. */
export function useCounts(ids: readonly string[]) {
  const built = useStore(useSession().$built);
  const [known, setKnown] = useState<ReadonlyMap<string, Counted>>(new Map());
  const asked = useRef(new Set<string>());
  const learn = useCallback((more: readonly [string, Counted][]) => setKnown((was) => new Map([...was, ...more])), []);
  const load = useCallback(
    (wanted: readonly string[]) => {
      for (const id of wanted) asked.current.add(id);
      const calls = Array.from({ length: Math.ceil(wanted.length / MOST) }, (_, index) =>
        wanted.slice(index * MOST, (index + 1) * MOST),
      );
      void inTurn(calls, async (part) => learn(await ask(part)));
    },
    [learn],
  );
  const seen = useRef(ids);
  useEffect(() => {
    seen.current = ids;
    const timer = setTimeout(() => {
      const missing = ids.filter((id) => !asked.current.has(id));
      if (missing.length > 0) load(missing);
    }, QUIET);
    return () => clearTimeout(timer);
  }, [ids, load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new build may be sold
  useEffect(() => {
    const again = () => {
      const known = seen.current.filter((id) => asked.current.has(id)).slice(0, MOST);
      if (known.length > 0) load(known);
    };
    const timer = setInterval(again, AGAIN);
    again();
    return () => clearInterval(timer);
  }, [built, load]);
  const change = useCallback(
    async (counts: readonly Count[]): Promise<Done[]> => {
      const done: Done[] = [];
      await inTurn(counts, async (count) => {
        const { itemId, sku } = count;
        try {
          const json = { ...count, cause: 'COUNTED', reason: '' };
          const answer = await call<Schemas['AdjustedStock']>('POST', `${INVENTORY}/adjustments`, { json });
          done.push({ ...count, after: answer.qtyInStock });
        } catch (thrown) {
          const message = thrown instanceof CallError ? thrown.failure.message : undefined;
          done.push({ ...count, reason: message || t('errors.unknown') });
        }
        // What there is now, whoever changed it: the answer for many may have been kept for a while.
        const now = call<Schemas['StockAnswer']>('GET', `${INVENTORY}/stock/`, { query: { itemId } });
        const learnt = await now.then(
          ({ results }) => left(results),
          () => undefined,
        );
        const after = done.find((one) => one.itemId === itemId && one.sku === sku);
        if (learnt) learn([[itemId, learnt]]);
        else if (after && 'after' in after) asked.current.delete(itemId);
      });
      return done;
    },
    [learn],
  );
  const of = useCallback((id: string): Counted => known.get(id) ?? { is: 'asked' }, [known]);
  return { of, change };
}
