import { useQuery } from '@tanstack/react-query';
import { getCollection } from '../client/editor.ts';
import { isProducts } from '../core/item.ts';
import { useSite, useText } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Select } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';

/** One product of the shop, by its id. */
export function PickProduct({ path, pointer, label }: { path: string; pointer: string; label: string }) {
  const site = useSite();
  const [value, set] = useText(path, pointer, label);
  const folders = site.collections.filter(isProducts).map(({ folder }) => folder);
  const products = useQuery({
    queryKey: ['collection', 'products', folders],
    queryFn: async () =>
      (await Promise.all(folders.map((folder) => getCollection({ folder, limit: 200 })))).flatMap((page) => page.items),
  });
  if (products.isError) return <Problem text={t('errors.results')} retry={() => void products.refetch()} />;
  return (
    <Select
      label={label}
      value={value || null}
      placeholder={t('product.choose')}
      choices={(products.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      onChange={set}
      pointer={pointer}
    />
  );
}
