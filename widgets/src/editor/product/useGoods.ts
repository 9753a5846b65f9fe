import { useQuery } from '@tanstack/react-query';
import { getCollection } from '../client/editor.ts';
import { isProducts } from '../core/item.ts';
import { useSite } from '../state/context.ts';

type Goods = { value: string; label: string };

/** The products and the shop pages there are. */
export function useGoods(): { products: Goods[]; collections: Goods[] } {
  const shops = useSite().collections.filter(isProducts);
  const folders = shops.map(({ folder }) => folder);
  const found = useQuery({
    queryKey: ['collection', 'products', folders],
    queryFn: async () =>
      (await Promise.all(folders.map((folder) => getCollection({ folder, limit: 200 })))).flatMap((page) => page.items),
  });
  return {
    products: (found.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
    collections: shops.map(({ id, title }) => ({ value: id, label: title })),
  };
}
