import { useEffect, useState } from 'react';
import { cartPageCalls } from '../client/cartPage.ts';
import { failureOf } from '../client/failure.ts';
import type { CartEntry, ProductCard } from '../contract/types.ts';

export type Cards = Readonly<Record<string, ProductCard>>;

/** The most products that one call asks for. */
const MOST = 100;

/** Pictures and pages of what is in the cart, each asked for once. Without them the cart is a list of titles, as it was. */
export function useCards(entries: readonly CartEntry[]): Cards {
  const [cards, setCards] = useState<Cards>({});
  const ids = [...new Set(entries.map(({ itemId }) => itemId))].sort().join(',');
  useEffect(() => {
    const asked = ids ? ids.split(',') : [];
    let gone = false;
    for (let from = 0; from < asked.length; from += MOST)
      cartPageCalls.cards(asked.slice(from, from + MOST)).then(
        ({ items }) => gone || setCards((known) => ({ ...known, ...items })),
        (thrown: unknown) => void failureOf(thrown),
      );
    return () => {
      gone = true;
    };
  }, [ids]);
  return cards;
}
