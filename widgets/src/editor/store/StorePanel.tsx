import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import { askFigures } from '../books/asked.ts';
import { Figures } from '../books/Figures.tsx';
import { w } from '../books/text.ts';
import { askOrders } from '../desk/listed.ts';
import { OrderDesk } from '../desk/OrderDesk.tsx';
import { Panel } from '../panel/Panel.tsx';
import { useFocusKept } from '../panel/useFocusKept.ts';
import { useSession } from '../state/context.ts';
import { $route, isExtensions } from '../state/route.ts';
import { FIRST_PRODUCTS } from '../state/useProducts.ts';
import { askStock } from '../stock/asked.ts';
import { t } from '../text/words.ts';
import { ahead, FRESH } from '../ui/ahead.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import { Loading } from '../ui/states.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Connections } from './Connections.tsx';
import { ProductLists } from './ProductLists.tsx';
import { SellingSettings } from './selling/SellingSettings.tsx';

const Accounting = lazyPart(
  ahead(() => import('../accounting/Accounting.tsx').then((room) => room.Accounting)),
  () => <Loading />,
);
const Customers = lazyPart(
  ahead(() => import('../customers/Customers.tsx').then((room) => room.Customers)),
  () => <Loading />,
);
const GiftCards = lazyPart(
  ahead(() => import('../cards/GiftCards.tsx').then((room) => room.GiftCards)),
  () => <Loading />,
);
const Codes = lazyPart(
  ahead(() => import('../cards/Codes.tsx').then((room) => room.Codes)),
  () => <Loading />,
);
const Webhooks = lazyPart(
  ahead(() => import('../systems/Webhooks.tsx').then((room) => room.Webhooks)),
  () => <Loading />,
);
const DeviceNotices = lazyPart(
  ahead(() => import('../notices/DeviceNotices.tsx').then((room) => room.DeviceNotices)),
  () => <Loading />,
);
const Drafts = lazyPart(
  ahead(() => import('../drafts/Drafts.tsx').then((room) => room.Drafts)),
  () => <Loading />,
);
const Subscriptions = lazyPart(
  ahead(() => import('../subscriptions/Subscriptions.tsx').then((room) => room.Subscriptions)),
  () => <Loading />,
);
const StockDesk = lazyPart(
  ahead(() => import('../stock/StockDesk.tsx').then((room) => room.StockDesk)),
  () => <Loading />,
);

const ProductTable = lazyPart(
  ahead(() => import('../table/ProductTable.tsx').then((room) => room.ProductTable)),
  () => (
    <Panel title={t('common.loading')} isWide>
      <Loading />
    </Panel>
  ),
);

/** What the two long lists show first comes when the browser has nothing to do, so that it is there when somebody opens them. */
function useFirstRows() {
  const client = useQueryClient();
  const session = useSession();
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return;
    let isHere = true;
    requestIdleCallback(() => {
      if (!isHere) return;
      // Whoever opens the list hears what went wrong.
      session.open('site.json').catch(() => {});
      void client.prefetchQuery({ ...FIRST_PRODUCTS, staleTime: FRESH });
      askStock(client);
    });
    return () => {
      isHere = false;
    };
  }, [client, session]);
}

/** The shop: what is sold, what was ordered and by whom, what it came to, what is cheaper, and what it is connected to. */
export function StorePanel() {
  const { path, params } = useStore($route);
  const client = useQueryClient();
  const tabs = useRef<HTMLDivElement>(null);
  useFocusKept(tabs);
  useFirstRows();
  if (params.table === 'products') return <ProductTable />;
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
              body: <StockDesk />,
            },
            {
              id: 'orders',
              label: t('store.orders'),
              isApart: true,
              onPointedAt: () => askOrders(client),
              body: <OrderDesk />,
            },
            {
              id: 'drafts',
              label: w('drafts'),
              body: <Drafts />,
            },
            {
              id: 'customers',
              label: w('customers'),
              body: <Customers />,
            },
            {
              id: 'subscriptions',
              label: w('subscriptions'),
              body: <Subscriptions />,
            },
            {
              id: 'notices',
              label: w('notices'),
              body: <DeviceNotices />,
            },
            {
              id: 'gift-cards',
              label: w('giftCards'),
              isApart: true,
              body: <GiftCards />,
            },
            {
              id: 'coupons',
              label: t('store.coupons'),
              body: <Codes />,
            },
            {
              id: 'figures',
              label: w('figures'),
              isApart: true,
              onPointedAt: () => askFigures(client),
              body: <Figures />,
            },
            {
              id: 'accounting',
              label: w('accounting'),
              body: <Accounting />,
            },
            { id: 'settings', label: t('item.settings'), isApart: true, body: <SellingSettings part={params.part} /> },
            { id: 'connections', label: t('connections.title'), body: <Connections /> },
            {
              id: 'webhooks',
              label: 'Webhooks',
              body: <Webhooks />,
            },
          ]}
        />
      </div>
    </Panel>
  );
}
