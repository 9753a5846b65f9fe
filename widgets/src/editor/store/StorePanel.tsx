import { useStore } from '@nanostores/react';
import { Panel } from '../panel/Panel.tsx';
import { $route, isExtensions } from '../state/route.ts';
import { t } from '../text/text.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { Connections } from './Connections.tsx';
import { CouponList } from './CouponList.tsx';
import { OrderList } from './OrderList.tsx';
import { ProductLists } from './ProductLists.tsx';
import { StoreSettings } from './StoreSettings.tsx';

/** The shop: what is sold, what was ordered, what is cheaper, and how it counts, and what it is connected to. */
export function StorePanel() {
  const { path } = useStore($route);
  return (
    <Panel title={t('tool.commerce')}>
      <Tabs
        label={t('tool.commerce')}
        {...(isExtensions(path) ? { selected: 'connections' } : {})}
        tabs={[
          { id: 'products', label: t('store.products'), body: <ProductLists /> },
          { id: 'orders', label: t('store.orders'), body: <OrderList /> },
          { id: 'coupons', label: t('store.coupons'), body: <CouponList /> },
          { id: 'settings', label: t('item.settings'), body: <StoreSettings /> },
          { id: 'connections', label: t('connections.title'), body: <Connections /> },
        ]}
      />
    </Panel>
  );
}
