import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../client/ask.ts';
import type { ProductRow, ProductsPage } from '../client/wire.ts';

/** So many products are asked for at first: what is looked at is there at once, however many there are. */
const FIRST = 100;
/**
 * A shop of up to so many is read whole once its first ones are looked at; of a larger one only what is asked for. One answer has
 * no more.
 */
const READ_WHOLE = 5000;
/** So long the first ones are looked at before that. Milliseconds. */
const LOOKED_AT = 300;

/** Every product, as the last build read it. Whoever no longer waits for them says so by the signal. */
async function getProducts(signal: AbortSignal): Promise<readonly ProductRow[]> {
  const products: ProductRow[] = [];
  let after: string | undefined;
  do {
    const page: ProductsPage = await ask('GET', 'products', { query: { after, limit: READ_WHOLE }, signal });
    products.push(...page.products);
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  return products;
}

// Under the lists of the editor: news of other files calls for new ones.
const some = (count: number) =>
  queryOptions({
    queryKey: ['collection', 'table', count],
    queryFn: (): Promise<ProductsPage> => ask('GET', 'products', { query: { limit: count } }),
    placeholderData: keepPreviousData,
  });
/** Every product of the site, as the last build read it. */
export const ALL_PRODUCTS = queryOptions({
  queryKey: ['collection', 'table'],
  queryFn: ({ signal }) => getProducts(signal),
});

/** The first products, for whoever asks for them before the part that shows them is there. */
export const FIRST_PRODUCTS = some(FIRST);

/**
 * The products of the site in their own order: the first ones soon, then all that are `wanted`. Whoever arranges or filters
 * wants all (`Infinity`); `isWhole` says that none is missing, `total` how many there are.
 */
export function useProducts(wanted: number) {
  const isAll = wanted > READ_WHOLE;
  const first = useQuery(some(isAll ? FIRST : Math.max(FIRST, Math.ceil(wanted / FIRST) * FIRST)));
  const { products, total = 0, nextCursor } = first.data ?? {};
  const isMore = nextCursor !== undefined && nextCursor !== null;
  const isSmall = isMore && total <= READ_WHOLE;
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (!isSmall) return;
    const timer = setTimeout(setCalm, LOOKED_AT, true);
    return () => clearTimeout(timer);
  }, [isSmall]);
  const wantsAll = isMore && (isAll || (isSmall && isCalm));
  const all = useQuery({ ...ALL_PRODUCTS, enabled: wantsAll });
  const whole = wantsAll ? all.data : undefined;
  return {
    data: whole ?? products,
    total: whole?.length ?? total,
    isWhole: whole !== undefined || (products !== undefined && !isMore),
    isPending: first.isPending,
    isError: first.isError || (wantsAll && all.isError),
    refetch: () => {
      void first.refetch();
      if (wantsAll) void all.refetch();
    },
  };
}
