import { w } from '../books/text.ts';
import { isProducts } from '../core/item.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';

/** The collections that are sold from. */
export function ProductLists() {
  const lists = useSite().collections.filter(isProducts);
  if (lists.length === 0) return <p>{t('store.noProducts')}</p>;
  return (
    <div className={`${ui.actions} ${ui.start}`}>
      {lists.map(({ folder, title }) => (
        <Button
          key={folder}
          look="primary"
          icon="add"
          onPress={() => go('website/pages', { collection: folder, new: 'product' })}
        >
          {lists.length === 1 ? w('newProduct') : w('newProductIn', { list: title })}
        </Button>
      ))}
      <Button icon="list" onPress={() => go('commerce', { table: 'products' })}>
        {w('productTable')}
      </Button>
      {lists.map(({ folder, title, itemCount }) => (
        <Button key={folder} icon="commerce" onPress={() => go('website/pages', { collection: folder })}>
          {`${title} (${itemCount})`}
        </Button>
      ))}
    </div>
  );
}
