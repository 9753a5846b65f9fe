import { useState } from 'react';
import { w } from '../books/text.ts';
import { isProducts } from '../core/item.ts';
import { g } from '../products/text.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { ahead } from '../ui/ahead.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

const ProductList = lazyPart(
  ahead(() => import('../products/ProductList.tsx').then((room) => room.ProductList)),
  () => <Loading />,
);
const Download = lazyPart(ahead(() => import('../products/Download.tsx').then((room) => room.Download)));
const ImportDialog = lazyPart(() => import('../importing/ImportDialog.tsx').then((room) => room.ImportDialog));

/** The products of the shop, and how another is made. */
export function ProductLists() {
  const [isImporting, setImporting] = useState(false);
  const lists = useSite().collections.filter(isProducts);
  const dialog = isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null;
  if (lists.length === 0)
    return (
      <div className={`${ui.actions} ${ui.start}`}>
        <p>{t('store.noProducts')}</p>
        <Button icon="pages" onPress={() => go('website/pages')}>
          {t('tool.pages')}
        </Button>
        <Button onPress={() => setImporting(true)}>{g('import')}</Button>
        {dialog}
      </div>
    );
  return (
    <div className={ui.stack}>
      <div className={`${ui.actions} ${ui.start}`}>
        {lists.map(({ folder, title }) => (
          <Button
            key={folder}
            look="primary"
            icon="add"
            onPress={() => go('website/pages', { collection: folder, new: 'product', from: 'commerce' })}
          >
            {lists.length === 1 ? w('newProduct') : w('newProductIn', { list: title })}
          </Button>
        ))}
        <Button icon="list" onPress={() => go('commerce', { table: 'products' })}>
          {w('productTable')}
        </Button>
        <Button onPress={() => setImporting(true)}>{g('import')}</Button>
        <Download />
      </div>
      <ProductList />
      {dialog}
    </div>
  );
}
