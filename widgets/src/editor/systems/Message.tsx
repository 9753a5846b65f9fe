import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../client/failure.ts';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { Table } from '../books/Table.tsx';
import { call } from '../client/shop.ts';
import { when } from '../desk/desk.ts';
import { Button } from '../ui/Button.tsx';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Text } from './Text.tsx';
import { h } from './text.ts';

type Found = components['schemas']['WebhookMessage'];

/** The body as people read it; to the letter where it is no JSON. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** One message to one of the owner's systems: how it stands, what it says, and once more by a press. */
export function Message({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const path = `/api/commerce/webhooks/deliveries/${encodeURIComponent(id)}`;
  const found = useQuery({ queryKey: ['webhook', id], queryFn: () => call<Found>('GET', path), retry: false });
  const message = found.data;
  const again = async () => {
    setFailed(null);
    try {
      await call('POST', `${path}/redelivery`);
      setSent(true);
      await client.invalidateQueries({ queryKey: ['webhook', id] });
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    } catch (thrown) {
      const isGone = thrown instanceof CallError && thrown.failure.status === 404;
      setFailed(h(isGone ? 'notSent' : 'failed'));
    }
  };
  return (
    <section aria-label={h('title')} className={ui.stack}>
      <div className={ui.actions}>
        <Button onPress={onClose}>{h('back')}</Button>
        {message?.mayGoAgain ? (
          <Button look="primary" onPress={() => again()}>
            {h('again')}
          </Button>
        ) : null}
      </div>
      {found.isPending ? <Loading /> : null}
      {found.isError ? <CannotLoad retry={() => void found.refetch()} /> : null}
      {failed ? <Problem text={failed} /> : null}
      {isSent ? <Calm>{h('sent')}</Calm> : null}
      {message ? (
        <>
          <h3 className={styles.title}>{message.event || h('gone')}</h3>
          <Facts message={message} />
          <h4 className={styles.title}>{h('headers')}</h4>
          <Table
            label={h('headers')}
            heads={[h('header'), h('value')]}
            rows={message.headers.map(({ name, value }) => ({ key: name, cells: [name, value] }))}
          />
          <h4 className={styles.title}>{h('body')}</h4>
          {typeof message.body === 'string' ? (
            <Text label={h('body')} text={readable(message.body)} />
          ) : (
            <p>{h(message.isHidden ? 'bodyHidden' : 'bodyGone')}</p>
          )}
        </>
      ) : null}
    </section>
  );
}

function Facts({ message }: { message: Found }) {
  const moment = (at: number | null | undefined): string => (typeof at === 'number' ? when(at) : '');
  const facts: [string, string][] = [
    [h('address'), message.url],
    [h('state'), h(`state.${message.state}`)],
    [h('status'), typeof message.status === 'number' ? String(message.status) : h('noAnswer')],
    [h('tries'), String(message.attempts)],
    [h('created'), moment(message.createdOn)],
    [h('tried'), moment(message.triedOn)],
    [h('ended'), moment(message.endedOn)],
    [h('fault'), message.state === 'DELIVERED' ? '' : message.fault],
  ];
  return (
    <dl className={styles.counts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd style={{ overflowWrap: 'anywhere' }}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
