import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../client/failure.ts';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { when } from '../desk/desk.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { Select } from '../ui/fields.tsx';
import rows from '../ui/rows.module.css';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { amount } from './amount.ts';
import { w, whole } from './text.ts';

type Page = components['schemas']['SubscriptionsPage'];
type Subscription = components['schemas']['Subscription'];

const PATH = '/api/commerce/subscriptions';
const STATUSES = ['all', 'active', 'past_due', 'cancelled', 'ended'] as const;
type Status = (typeof STATUSES)[number];
const isStatus = (text: string): text is Status => (STATUSES as readonly string[]).includes(text);

/** Who is charged again and again: listed by how they stand, tried again after refusals, ended. */
export function Subscriptions() {
  const client = useQueryClient();
  const [status, setStatus] = useState<Status>('all');
  const [ending, setEnding] = useState<Subscription | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['subscriptions', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call<Page>('GET', PATH, { query: { status: status === 'all' ? '' : status, cursor: pageParam } }),
    getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
  });
  const change = async (one: Subscription, what: 'cancellation' | 'resumption') => {
    setFailed(null);
    try {
      await call('POST', `${PATH}/${encodeURIComponent(one.id)}/${what}`);
    } catch (thrown) {
      const said = thrown instanceof CallError ? thrown.failure.body.error : undefined;
      setFailed(typeof said === 'string' ? said : w('failed'));
    }
    await client.invalidateQueries({ queryKey: ['subscriptions'] });
  };
  const all = list.data?.pages.flatMap(({ subscriptions }) => subscriptions) ?? [];
  return (
    <section aria-label={w('subscriptions')} className={ui.stack}>
      <Select<Status>
        label={w('status')}
        value={status}
        choices={STATUSES.map((value) => ({ value, label: w(`status.${value}`) }))}
        onChange={setStatus}
      />
      {failed ? <Problem text={failed} /> : null}
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess && all.length === 0 ? <p>{w('noSubscriptions')}</p> : null}
      <ul style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }} aria-label={w('subscriptions')}>
        {all.map((one) => (
          <li key={one.id} className={rows.entry}>
            <strong style={{ overflowWrap: 'anywhere' }}>{one.email}</strong>
            <span>
              {w('every', {
                n: whole(one.quantity),
                product: one.itemId,
                amount: amount(one.quantity * one.priceCents, one.currency),
              })}
            </span>
            <span className={ui.help}>
              {[
                w('cycles', { n: whole(one.cyclesBilled) }),
                one.attempts > 0 ? w('refusals', { n: whole(one.attempts) }) : '',
                typeof one.nextBillingDate === 'number' ? w('next', { when: when(one.nextBillingDate) }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Badge>{isStatus(one.status) ? w(`status.${one.status}`) : one.status}</Badge>
            {one.status === 'active' || one.status === 'past_due' ? (
              <div className={ui.actions}>
                {one.status === 'past_due' ? (
                  <Button onPress={() => change(one, 'resumption')}>{w('retry')}</Button>
                ) : null}
                <Button look="danger" onPress={() => setEnding(one)}>
                  {w('end')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {w('more')}
        </Button>
      ) : null}
      <Ask
        title={w('end')}
        text={`${ending?.email ?? ''}. ${w('endText')}`}
        yes={w('end')}
        danger
        isOpen={ending !== null}
        onNo={() => setEnding(null)}
        onYes={() => {
          const one = ending;
          setEnding(null);
          if (one) void change(one, 'cancellation');
        }}
      />
    </section>
  );
}
