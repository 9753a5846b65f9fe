import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { STATUSES, standing } from '../books/text.ts';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { OrderPage } from '../desk/OrderPage.tsx';
import { useTyped } from '../desk/useTyped.ts';
import { Button } from '../ui/Button.tsx';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import { Soon } from '../ui/Soon.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import type { One } from './one.ts';
import { Subscription } from './Subscription.tsx';
import { s } from './text.ts';

type Page = components['schemas']['SubscriptionsPage'];
const CHOICES = ['all', ...STATUSES] as const;
type Choice = (typeof CHOICES)[number];

/** Who is charged again and again: found, listed by how they stand, and each with what can be done with it. */
export function Subscriptions() {
  const [status, setStatus] = useState<Choice>('all');
  const [typed, setTyped, text] = useTyped();
  const [notify, setNotify] = useState(true);
  const [order, setOrder] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['subscriptions', status, text],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page>('POST', '/api/commerce/subscriptions/search', {
        json: { text, status: status === 'all' ? '' : status, cursor: pageParam },
      }),
    getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
  });
  if (order) return <OrderPage id={order} onClose={() => setOrder(null)} />;
  const all = list.data?.pages.flatMap(({ subscriptions }) => subscriptions) ?? [];
  return (
    <section aria-label={s('title')} className={ui.stack}>
      <TextField label={s('search')} help={s('searchHelp')} value={typed} onChange={setTyped} maxLength={320} />
      <Select<Choice>
        label={s('status')}
        value={status}
        choices={CHOICES.map((value) => ({ value, label: value === 'all' ? s('status.all') : standing(value) }))}
        onChange={setStatus}
      />
      <Switch label={s('notify')} isOn={notify} onChange={setNotify} />
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess && all.length === 0 ? <p>{s('none')}</p> : null}
      <ul className={desk.list} aria-label={s('title')}>
        <Soon rows={all}>
          {(one) => (
            <li key={one.id}>
              <Subscription one={one} notify={notify} onOrder={setOrder} />
            </li>
          )}
        </Soon>
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {s('more')}
        </Button>
      ) : null}
    </section>
  );
}

type Props = { id: string; onOrder: (id: string) => void; onClose: () => void };

/** One subscription by itself, with what can be done with it. */
export function OneSubscription({ id, onOrder, onClose }: Props) {
  const [notify, setNotify] = useState(true);
  const found = useQuery({
    queryKey: ['subscriptions', 'one', id],
    queryFn: () => call<One>('GET', `/api/commerce/subscriptions/${encodeURIComponent(id)}`),
    retry: false,
  });
  return (
    <section aria-label={s('title')} className={ui.stack}>
      <div className={ui.actions}>
        <Button onPress={onClose}>{s('back')}</Button>
      </div>
      <Switch label={s('notify')} isOn={notify} onChange={setNotify} />
      {found.isPending ? <Loading /> : null}
      {found.isError ? <CannotLoad retry={() => void found.refetch()} /> : null}
      {found.data ? <Subscription one={found.data} notify={notify} onOrder={onOrder} /> : null}
    </section>
  );
}
