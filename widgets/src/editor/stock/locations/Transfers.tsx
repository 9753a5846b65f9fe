import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../contract/schema.gen.ts';
import { call } from '../../client/shop.ts';
import { Lists } from '../../desk/Lists.tsx';
import { l } from '../../locations/text.ts';
import { t } from '../../text/words.ts';
import { Button } from '../../ui/Button.tsx';
import { CannotLoad, Loading } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import styles from './locations.module.css';
import { type Location, TRANSFERS, usedOf } from './locations.ts';
import { NewTransfer } from './NewTransfer.tsx';
import { OneTransfer } from './OneTransfer.tsx';

type Page = components['schemas']['TransfersPage'];
const VIEWS = ['OPEN', 'ENDED'] as const;
type View = (typeof VIEWS)[number];

/** What is on its way to the shop's locations, and what was. */
export function Transfers({ locations, onEnd }: { locations: readonly Location[]; onEnd: () => void }) {
  const [view, setView] = useState<View>('OPEN');
  const [isNew, setIsNew] = useState(false);
  const [said, setSaid] = useState('');
  const found = useInfiniteQuery({
    queryKey: ['inventory', 'transfers', view],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => call<Page>('GET', TRANSFERS, { query: { view, cursor: pageParam } }),
    getNextPageParam: (page) => page.nextPageCursor ?? undefined,
  });
  const all = found.data?.pages.flatMap((page) => page.transfers) ?? [];
  if (isNew)
    return (
      <NewTransfer
        locations={usedOf(locations)}
        onEnd={(text) => {
          setSaid(text);
          setIsNew(false);
        }}
      />
    );
  return (
    <section aria-label={l('transfers')} className={ui.stack}>
      <div className={ui.actions}>
        <Button icon="back" look="quiet" onPress={onEnd}>
          {l('leave')}
        </Button>
        <Button
          icon="add"
          autoFocus
          onPress={() => {
            setSaid('');
            setIsNew(true);
          }}
        >
          {l('begin')}
        </Button>
      </div>
      <Lists label={l('transfers')} views={VIEWS} shown={view} name={(one) => l(`view.${one}`)} onChoose={setView} />
      <p role="status" style={{ margin: 0 }}>
        {said}
      </p>
      {found.isPending ? <Loading /> : null}
      {found.isError ? <CannotLoad retry={() => void found.refetch()} /> : null}
      {found.data && all.length === 0 ? <p>{l('noTransfers')}</p> : null}
      <ul className={styles.list} aria-label={l('transfers')}>
        {all.map((one) => (
          <OneTransfer key={one.id} one={one} locations={locations} onSaid={setSaid} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button isDisabled={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
          {t('common.more')}
        </Button>
      ) : null}
    </section>
  );
}
