import { useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import { Figures } from '../books/Figures.tsx';
import { w } from '../books/text.ts';
import { OrderDesk } from '../desk/OrderDesk.tsx';
import { Panel } from '../panel/Panel.tsx';
import { useFocusKept } from '../panel/useFocusKept.ts';
import { $route, isExtensions } from '../state/route.ts';
import { t } from '../text/words.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import { Loading } from '../ui/states.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Connections } from './Connections.tsx';
import { ProductLists } from './ProductLists.tsx';
import { SellingSettings } from './selling/SellingSettings.tsx';

const Accounting = lazyPart(
  () => import('../accounting/Accounting.tsx').then((room) => room.Accounting),
  () => <Loading />,
);
const Customers = lazyPart(
  () => import('../customers/Customers.tsx').then((room) => room.Customers),
  () => <Loading />,
);
const GiftCards = lazyPart(
  () => import('../cards/GiftCards.tsx').then((room) => room.GiftCards),
  () => <Loading />,
);
const Codes = lazyPart(
  () => import('../cards/Codes.tsx').then((room) => room.Codes),
  () => <Loading />,
);
const Webhooks = lazyPart(
  () => import('../systems/Webhooks.tsx').then((room) => room.Webhooks),
  () => <Loading />,
);
const DeviceNotices = lazyPart(
  () => import('../notices/DeviceNotices.tsx').then((room) => room.DeviceNotices),
  () => <Loading />,
);
const Drafts = lazyPart(
  () => import('../drafts/Drafts.tsx').then((room) => room.Drafts),
  () => <Loading />,
);
const Subscriptions = lazyPart(
  () => import('../subscriptions/Subscriptions.tsx').then((room) => room.Subscriptions),
  () => <Loading />,
);
const StockDesk = lazyPart(
  () => import('../stock/StockDesk.tsx').then((room) => room.StockDesk),
  () => <Loading />,
);

const ProductTable = lazyPart(
  () => import('../table/ProductTable.tsx').then((room) => room.ProductTable),
  () => (
    <Panel title={t('common.loading')} isWide>
      <Loading />
    </Panel>
  ),
);

/** The shop: what is sold, what was ordered and by whom, what it came to, what is cheaper, and what it is connected to. */
export function StorePanel() {
  const { path, params } = useStore($route);
  const tabs = useRef<HTMLDivElement>(null);
  useFocusKept(tabs);
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
            { id: 'orders', label: t('store.orders'), isApart: true, body: <OrderDesk /> },
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
            { id: 'figures', label: w('figures'), isApart: true, body: <Figures /> },
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
