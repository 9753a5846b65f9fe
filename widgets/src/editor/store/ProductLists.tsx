import { lazy, Suspense, useState } from 'react';
import { w } from '../books/text.ts';
import { isProducts } from '../core/item.ts';
import { g } from '../products/text.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

const ProductList = lazy(() => import('../products/ProductList.tsx').then((room) => ({ default: room.ProductList })));
const Download = lazy(() => import('../products/Download.tsx').then((room) => ({ default: room.Download })));
const ImportDialog = lazy(() =>
  import('../importing/ImportDialog.tsx').then((room) => ({ default: room.ImportDialog })),
);

/** The products of the shop, and how another is made. */
export function ProductLists() {
  const [isImporting, setImporting] = useState(false);
  const lists = useSite().collections.filter(isProducts);
  const dialog = isImporting ? (
    <Suspense fallback={null}>
      <ImportDialog onClose={() => setImporting(false)} />
    </Suspense>
  ) : null;
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
        <Suspense fallback={null}>
          <Download />
        </Suspense>
      </div>
      <Suspense fallback={<Loading />}>
        <ProductList />
      </Suspense>
      {dialog}
    </div>
  );
}
