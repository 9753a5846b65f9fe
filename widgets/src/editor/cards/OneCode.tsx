import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { OrderPage } from '../desk/OrderPage.tsx';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { Badge, Calm, CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { CodeForm } from './CodeForm.tsx';
import { type Coupon, type Coupons, stateOf, usedBy, usesOf, worthOf } from './coupon.ts';
import { c } from './text.ts';

type Page = components['schemas']['CouponOrders'];

const pathOf = (code: string): string => `/api/commerce/coupons/${encodeURIComponent(code)}`;

type Props = {
  coupon: Coupon;
  coupons: Coupons;
  currency: string;
  /** The moment for which it is said how it stands. */
  now: number;
  onRun: (what: () => Promise<unknown>) => Promise<boolean>;
  onRemoved: () => void;
};

/** One code: how it stands, its end and limits, switched off and on, and the orders that used it. */
export function OneCode({ coupon, coupons, currency, now, onRun, onRemoved }: Props) {
  const [asks, setAsks] = useState<'off' | 'remove' | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [order, setOrder] = useState<string | null>(null);
  if (order) return <OrderPage id={order} onClose={() => setOrder(null)} />;
  const { code } = coupon;
  const uses = usedBy(coupons, code);
  const state = stateOf(coupon, uses, now);
  const save = async (what: () => Promise<unknown>) => {
    setSaved(false);
    const isDone = await onRun(what);
    setSaved(isDone);
    return isDone;
  };
  const endOn = (expiresOn: number | undefined) => {
    const { expiresOn: _before, ...rest } = coupon;
    const json = expiresOn === undefined ? rest : { ...rest, expiresOn };
    return save(() => call('PUT', pathOf(code), { json }));
  };
  const facts = [
    worthOf(coupon, currency),
    usesOf(uses, coupon.usesInAll),
    typeof coupon.startsOn === 'number' ? c('begins', { when: when(coupon.startsOn) }) : '',
    typeof coupon.expiresOn === 'number' ? c('ends', { when: when(coupon.expiresOn) }) : '',
  ];
  return (
    <>
      <h3 className={styles.title}>{code}</h3>
      <p>
        <Badge>{c(`code.${state}`)}</Badge>
      </p>
      <p className={styles.lines}>{facts.filter(Boolean).join('\n')}</p>
      <div role="status">{isSaved ? <Calm>{c('saved')}</Calm> : null}</div>
      {coupons.ofTheShop.includes(coupon) ? (
        <>
          <div className={ui.actions}>
            {state === 'ENDED' ? (
              <Button onPress={() => endOn(undefined)}>{c('on')}</Button>
            ) : (
              <Button onPress={() => setAsks('off')}>{c('off')}</Button>
            )}
            <Button look="danger" onPress={() => setAsks('remove')}>
              {c('remove')}
            </Button>
          </div>
          <CodeForm key={JSON.stringify(coupon)} currency={currency} coupon={coupon} onMake={save} />
        </>
      ) : (
        <p className={ui.help}>{c('ofSiteHelp')}</p>
      )}
      <Orders code={code} onOrder={setOrder} />
      <Ask
        title={asks ? c(asks) : ''}
        text={c(asks === 'off' ? 'offText' : 'removeText', { code })}
        yes={asks ? c(asks) : ''}
        danger={asks === 'remove'}
        isOpen={asks !== null}
        onNo={() => setAsks(null)}
        onYes={() => {
          const what = asks;
          setAsks(null);
          if (what === 'off') void endOn(Date.now());
          else
            void onRun(() => call('DELETE', pathOf(code))).then((isDone) => {
              if (isDone) onRemoved();
            });
        }}
      />
    </>
  );
}

function Orders({ code, onOrder }: { code: string; onOrder: (id: string) => void }) {
  const list = useInfiniteQuery({
    queryKey: ['couponOrders', code],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => call<Page>('GET', `${pathOf(code)}/orders`, { query: { cursor: pageParam } }),
    getNextPageParam: (page) => page.nextPageCursor ?? undefined,
  });
  const all = list.data?.pages.flatMap(({ orders }) => orders) ?? [];
  return (
    <>
      <h4 className={styles.title}>{c('orders')}</h4>
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess && all.length === 0 ? <p className={ui.help}>{c('noOrders')}</p> : null}
      <ul className={desk.list} aria-label={c('orders')}>
        {all.map((order) => (
          <li key={order.orderId}>
            <button type="button" className={desk.row} onClick={() => onOrder(order.orderId)}>
              <strong>{order.number ? `#${order.number}` : order.orderId}</strong>
              <span className={desk.who}>
                {order.email}
                <br />
                <span className={ui.help}>{when(order.createdOn)}</span>
              </span>
              {order.isPaid ? null : <Badge>{c('unpaid')}</Badge>}
              {order.testMode ? <Badge>{c('test')}</Badge> : null}
              <span>{c('tookOff', { amount: amount(order.discountCents, order.currency) })}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {c('more')}
        </Button>
      ) : null}
    </>
  );
}
