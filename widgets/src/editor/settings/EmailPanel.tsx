import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { Panel } from '../panel/Panel.tsx';
import { wordsOf } from '../panel/words.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import styles from '../ui/rows.module.css';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

type Deliveries = components['schemas']['DeliveriesPage'];

const DELIVERIES = '/api/commerce/deliveries';
const when = (moment: number): string =>
  new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);

/** The emails and messages of the shop that could not be delivered; each can be sent again (E-147). */
export function EmailPanel() {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['deliveries'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => call<Deliveries>('GET', DELIVERIES, { query: { cursor: pageParam } }),
    getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
  });
  const sendAgain = async (id: string) => {
    setProblem(null);
    await call('POST', `${DELIVERIES}/${encodeURIComponent(id)}/redelivery`).catch((thrown: unknown) =>
      setProblem(wordsOf(thrown)),
    );
    await client.invalidateQueries({ queryKey: ['deliveries'] });
  };
  const failed = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Panel title={t('tool.email')}>
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {problem ? <Problem text={problem} /> : null}
      {list.isSuccess ? <h3>{t('email.failed')}</h3> : null}
      {list.isSuccess && failed.length === 0 ? <p>{t('email.none')}</p> : null}
      <ul style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }} aria-label={t('email.failed')}>
        {failed.map(({ id, recipient, subject, fault, givenUpOn }) => (
          <li key={id} className={styles.entry}>
            <strong style={{ overflowWrap: 'anywhere' }}>{subject}</strong>
            <span className={ui.help}>{`${recipient} · ${when(givenUpOn)} · ${fault}`}</span>
            <div className={ui.actions}>
              <Button aria-label={t('email.againNamed', { subject, name: recipient })} onPress={() => sendAgain(id)}>
                {t('email.again')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? <Button onPress={() => void list.fetchNextPage()}>{t('common.more')}</Button> : null}
      <p className={ui.help}>{t('email.help')}</p>
    </Panel>
  );
}
