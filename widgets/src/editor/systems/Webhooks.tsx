import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { Button } from '../ui/Button.tsx';
import { Badge, CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { SCRIPT, SHELL } from './examples.ts';
import { Message } from './Message.tsx';
import { Text } from './Text.tsx';
import { h, triesOf } from './text.ts';

type Page = components['schemas']['Webhooks'];

const PATH = '/api/commerce/webhooks/deliveries';

/** What the owner's own systems are told: which they are, every message with how it stands, and how a message is checked. */
export function Webhooks() {
  const [open, setOpen] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['webhooks'],
    initialPageParam: '',
    queryFn: ({ pageParam }) => call<Page>('GET', PATH, { query: { cursor: pageParam } }),
    getNextPageParam: (page) => page.nextPageCursor ?? undefined,
  });
  if (open) return <Message id={open} onClose={() => setOpen(null)} />;
  const systems = list.data?.pages[0]?.systems ?? [];
  const all = list.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  return (
    <section aria-label={h('title')} className={ui.stack}>
      <p className={ui.help}>{h('help')}</p>
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess ? (
        <>
          <h3 className={styles.title}>{h('systems')}</h3>
          {systems.length === 0 ? <p>{h('noSystems')}</p> : null}
          <ul className={styles.lines}>
            {systems.map((url) => (
              <li key={url}>{url}</li>
            ))}
          </ul>
          <h3 className={styles.title}>{h('messages')}</h3>
          {all.length === 0 ? <p>{h('none')}</p> : null}
        </>
      ) : null}
      <ul className={desk.list}>
        {all.map((one) => (
          <li key={one.id}>
            <button type="button" className={desk.row} onClick={() => setOpen(one.id)}>
              <span className={desk.who}>
                <strong>{one.event || h('gone')}</strong>
                <br />
                <span className={ui.help}>{[one.url, when(one.createdOn)].filter(Boolean).join(' · ')}</span>
              </span>
              <Badge>{h(`state.${one.state}`)}</Badge>
              <span className={ui.help}>
                {typeof one.status === 'number' ? h('answered', { status: one.status }) : h('noAnswer')}
                {' · '}
                {triesOf(one.attempts)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {h('more')}
        </Button>
      ) : null}
      <details>
        <summary>{h('checking')}</summary>
        <p className={ui.help}>{h('checkingHelp')}</p>
        <h4 className={styles.title}>{h('shell')}</h4>
        <Text label={h('shell')} text={SHELL} />
        <h4 className={styles.title}>{h('script')}</h4>
        <Text label={h('script')} text={SCRIPT} />
      </details>
    </section>
  );
}
