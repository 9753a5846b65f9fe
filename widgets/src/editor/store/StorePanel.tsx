import { lazy, Suspense, useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import { Figures } from '../books/Figures.tsx';
import { w } from '../books/text.ts';
import { OrderDesk } from '../desk/OrderDesk.tsx';
import { Panel } from '../panel/Panel.tsx';
import { useFocusKept } from '../panel/useFocusKept.ts';
import { $route, isExtensions } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Loading } from '../ui/states.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Connections } from './Connections.tsx';
import { ProductLists } from './ProductLists.tsx';
import { SellingSettings } from './selling/SellingSettings.tsx';

const Accounting = lazy(() => import('../accounting/Accounting.tsx').then((room) => ({ default: room.Accounting })));
const Customers = lazy(() => import('../customers/Customers.tsx').then((room) => ({ default: room.Customers })));
const GiftCards = lazy(() => import('../cards/GiftCards.tsx').then((room) => ({ default: room.GiftCards })));
const Codes = lazy(() => import('../cards/Codes.tsx').then((room) => ({ default: room.Codes })));
const Webhooks = lazy(() => import('../systems/Webhooks.tsx').then((room) => ({ default: room.Webhooks })));
const DeviceNotices = lazy(() =>
  import('../notices/DeviceNotices.tsx').then((room) => ({ default: room.DeviceNotices })),
);
const Drafts = lazy(() => import('../drafts/Drafts.tsx').then((room) => ({ default: room.Drafts })));
const Subscriptions = lazy(() =>
  import('../subscriptions/Subscriptions.tsx').then((room) => ({ default: room.Subscriptions })),
);
const StockDesk = lazy(() => import('../stock/StockDesk.tsx').then((room) => ({ default: room.StockDesk })));

const ProductTable = lazy(() => import('../table/ProductTable.tsx').then((room) => ({ default: room.ProductTable })));

/** The shop: what is sold, what was ordered and by whom, what it came to, what is cheaper, and what it is connected to. */
export function StorePanel() {
  const { path, params } = useStore($route);
  const tabs = useRef<HTMLDivElement>(null);
  useFocusKept(tabs);
  if (params.table === 'products')
    return (
      <Suspense
        fallback={
          <Panel title={t('common.loading')} isWide>
            <Loading />
          </Panel>
        }
      >
        <ProductTable />
      </Suspense>
    );
  return (
    <Panel title={t('tool.commerce')} isWide>
      <div ref={tabs} tabIndex={-1}>
        <Tabs
          isMany
          label={t('tool.commerce')}
          {...(isExtensions(path)
            ? { selected: 'connections' }
            : params.part
              ? { selected: 'settings' }
              : params.tab
                ? { selected: params.tab }
                : {})}
          tabs={[
            { id: 'products', label: t('store.products'), body: <ProductLists /> },
            {
              id: 'stock',
              label: t('inventory.title'),
              body: (
                <Suspense fallback={<Loading />}>
                  <StockDesk />
                </Suspense>
              ),
            },
            { id: 'orders', label: t('store.orders'), isApart: true, body: <OrderDesk /> },
            {
              id: 'drafts',
              label: w('drafts'),
              body: (
                <Suspense fallback={<Loading />}>
                  <Drafts />
                </Suspense>
              ),
            },
            {
              id: 'customers',
              label: w('customers'),
              body: (
                <Suspense fallback={<Loading />}>
                  <Customers />
                </Suspense>
              ),
            },
            {
              id: 'subscriptions',
              label: w('subscriptions'),
              body: (
                <Suspense fallback={<Loading />}>
                  <Subscriptions />
                </Suspense>
              ),
            },
            {
              id: 'notices',
              label: w('notices'),
              body: (
                <Suspense fallback={<Loading />}>
                  <DeviceNotices />
                </Suspense>
              ),
            },
            {
              id: 'gift-cards',
              label: w('giftCards'),
              isApart: true,
              body: (
                <Suspense fallback={<Loading />}>
                  <GiftCards />
                </Suspense>
              ),
            },
            {
              id: 'coupons',
              label: t('store.coupons'),
              body: (
                <Suspense fallback={<Loading />}>
                  <Codes />
                </Suspense>
              ),
            },
            { id: 'figures', label: w('figures'), isApart: true, body: <Figures /> },
            {
              id: 'accounting',
              label: w('accounting'),
              body: (
                <Suspense fallback={<Loading />}>
                  <Accounting />
                </Suspense>
              ),
            },
            { id: 'settings', label: t('item.settings'), isApart: true, body: <SellingSettings part={params.part} /> },
            { id: 'connections', label: t('connections.title'), body: <Connections /> },
            {
              id: 'webhooks',
              label: 'Webhooks',
              body: (
                <Suspense fallback={<Loading />}>
                  <Webhooks />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
    </Panel>
  );
}
