import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call, fileOf } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import styles from '../ui/rows.module.css';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

type Page = components['schemas']['MailingListPage'];
const PATH = '/api/mailing-list/members';

/** Hands the list over as a file. */
async function download(): Promise<void> {
  const address = URL.createObjectURL(await fileOf(`${PATH}.csv`));
  const link = Object.assign(document.createElement('a'), { href: address, download: 'mailing-list.csv' });
  link.click();
  URL.revokeObjectURL(address);
}

/** Who is on the site's own mailing list. */
export function Members() {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const list = useInfiniteQuery({
    queryKey: ['members'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => call<Page>('GET', PATH, { query: { cursor: pageParam } }),
    getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
  });
  const run = async (what: () => Promise<unknown>) => {
    setFault('');
    await what().catch((thrown: unknown) => setFault(refusalOf(thrown)));
    await client.invalidateQueries({ queryKey: ['members'] });
  };
  if (list.isPending) return <Loading />;
  if (list.isError) return <CannotLoad retry={() => void list.refetch()} />;
  const all = list.data.pages.flatMap(({ members }) => members);
  return (
    <>
      {fault ? <Problem text={fault} /> : null}
      {all.length === 0 ? <p>{t('marketing.nobody')}</p> : null}
      <ul
        style={{ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' }}
        aria-label={t('marketing.members')}
      >
        {all.map(({ email, source, joinedOn }) => (
          <li key={email} className={styles.block}>
            <span className={styles.title}>
              <span style={{ overflowWrap: 'anywhere' }}>{email}</span>{' '}
              <span className={ui.help}>
                {`${source} · ${new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium' }).format(joinedOn)}`}
              </span>
            </span>
            <IconButton
              icon="remove"
              label={t('list.removeNamed', { name: email })}
              onPress={() => setRemoving(email)}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? <Button onPress={() => void list.fetchNextPage()}>{t('common.more')}</Button> : null}
      {all.length > 0 ? <Button onPress={() => run(download)}>{t('marketing.csv')}</Button> : null}
      <Ask
        title={t('marketing.takeOff')}
        text={removing ?? ''}
        yes={t('marketing.takeOff')}
        danger
        isOpen={removing !== null}
        onNo={() => setRemoving(null)}
        onYes={() => {
          const email = removing ?? '';
          setRemoving(null);
          void run(() => call('DELETE', `${PATH}/${encodeURIComponent(email)}`));
        }}
      />
    </>
  );
}
