import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { decimal } from '../core/product.ts';
import { editorLocale, named, t } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import styles from '../ui/lists.module.css';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

type Orders = components['schemas']['OrdersPage'];
type Order = components['schemas']['OrderDetail'];

const ORDERS = '/api/commerce/orders';
const when = (moment: number): string =>
  new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);

/** What was ordered, newest first; one opens with a press. */
export function OrderList() {
  const [open, setOpen] = useState<string | null>(null);
  const orders = useInfiniteQuery({
    queryKey: ['orders'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => call<Orders>('GET', ORDERS, { query: { cursor: pageParam } }),
    getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
  });
  if (open) return <OrderDetails id={open} onClose={() => setOpen(null)} />;
  if (orders.isPending) return <Loading />;
  if (orders.isError) return <CannotLoad retry={() => void orders.refetch()} />;
  const all = orders.data.pages.flatMap((page) => page.orders);
  return (
    <>
      <ListBox
        aria-label={t('store.orders')}
        className={styles.tree ?? ''}
        items={all}
        onAction={(key) => setOpen(String(key))}
        renderEmptyState={() => t('store.noOrders')}
      >
        {(order) => (
          <ListBoxItem id={order.id} textValue={`${order.id} ${order.email}`} className={styles.entry ?? ''}>
            <span className={styles.words}>
              <span>{order.email}</span>
              <span className={ui.help}>{when(order.createdOn)}</span>
            </span>
            <Badge>{named('order', order.state)}</Badge>
            <span>{`${decimal(order.grandTotalCents)} ${order.currency}`}</span>
          </ListBoxItem>
        )}
      </ListBox>
      {orders.hasNextPage ? <Button onPress={() => void orders.fetchNextPage()}>{t('common.more')}</Button> : null}
    </>
  );
}

function OrderDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState(false);
  const path = `${ORDERS}/${encodeURIComponent(id)}`;
  const order = useQuery({ queryKey: ['orders', id], queryFn: () => call<Order>('GET', path) });
  const run = async (what: () => Promise<unknown>) => {
    setFailed(false);
    await what().catch(() => setFailed(true));
    await client.invalidateQueries({ queryKey: ['orders'] });
  };
  if (order.isPending) return <Loading />;
  if (order.isError) return <CannotLoad retry={() => void order.refetch()} />;
  const { lines, email, currency, grandTotalCents, fulfilledOn, cancelledOn, createdOn } = order.data;
  return (
    <section className={ui.stack} aria-label={id}>
      <Button look="quiet" icon="back" onPress={onClose}>
        {t('store.orders')}
      </Button>
      <p style={{ margin: 0 }}>{`${email} · ${when(createdOn)}`}</p>
      <ul style={{ margin: 0 }}>
        {lines.map((line) => (
          <li
            key={line.position}
          >{`${line.quantity} × ${line.productName} · ${decimal(line.unitPriceCents)} ${currency}`}</li>
        ))}
      </ul>
      <strong>{t('store.total', { total: `${decimal(grandTotalCents)} ${currency}` })}</strong>
      {failed ? <Problem text={t('errors.unknown')} /> : null}
      {cancelledOn ? <Badge>{t('store.cancelled')}</Badge> : null}
      {fulfilledOn ? <Badge>{t('store.sent')}</Badge> : null}
      {cancelledOn ? null : (
        <div className={ui.actions}>
          <Button look="danger" onPress={() => setAsking(true)}>
            {t('store.cancel')}
          </Button>
          {fulfilledOn ? null : (
            <Button
              look="primary"
              onPress={() =>
                void run(() => call('PUT', `${path}/fulfilment`, { json: { notify: true, tracking: null } }))
              }
            >
              {t('store.markSent')}
            </Button>
          )}
        </div>
      )}
      <Ask
        title={t('store.cancel')}
        text={t('store.cancelHelp')}
        yes={t('store.cancel')}
        danger
        isOpen={asking}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          void run(() => call('POST', `${path}/cancellation`, { json: { reason: '', restock: true } }));
        }}
      />
    </section>
  );
}
