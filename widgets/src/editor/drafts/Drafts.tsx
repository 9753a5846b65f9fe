import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amount } from '../books/amount.ts';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { Lists } from '../desk/Lists.tsx';
import { Button } from '../ui/Button.tsx';
import { Soon } from '../ui/Soon.tsx';
import { Badge, CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { DRAFTS, type Page } from './draft.ts';
import { OneDraft } from './OneDraft.tsx';
import { d } from './text.ts';

const VIEWS = ['open', 'placed'] as const;

/** Orders that the staff prepares: listed, made, sent as a link to pay. */
export function Drafts() {
  const [view, setView] = useState<(typeof VIEWS)[number]>('open');
  // An empty id is a draft that is not kept yet.
  const [open, setOpen] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['drafts', view],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page>('GET', DRAFTS, { query: { placed: String(view === 'placed'), cursor: pageParam } }),
    getNextPageParam: (page) => page.nextPageCursor ?? undefined,
  });
  if (open !== null) return <OneDraft id={open} onClose={() => setOpen(null)} />;
  const all = list.data?.pages.flatMap(({ drafts }) => drafts) ?? [];
  return (
    <section aria-label={d('title')} className={ui.stack}>
      <p className={ui.help}>{d('help')}</p>
      <div className={ui.actions}>
        <Button look="primary" onPress={() => setOpen('')}>
          {d('newDraft')}
        </Button>
      </div>
      <Lists label={d('lists')} views={VIEWS} shown={view} name={(one) => d(`view.${one}`)} onChoose={setView} />
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess && all.length === 0 ? <p>{d('none')}</p> : null}
      <ul className={desk.list}>
        <Soon rows={all}>
          {(draft) => (
            <li key={draft.id}>
              <button type="button" className={desk.row} onClick={() => setOpen(draft.id)}>
                <span className={desk.who}>
                  <strong>{draft.orderNumber ? `#${draft.orderNumber}` : draft.email || d('nobody')}</strong>
                  <br />
                  <span className={ui.help}>
                    {[draft.orderNumber ? draft.email : '', when(draft.createdOn), draft.author]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <Badge>{d(`state.${draft.state}`)}</Badge>
                <span>{amount(draft.totalCents, draft.currency)}</span>
              </button>
            </li>
          )}
        </Soon>
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {d('more')}
        </Button>
      ) : null}
    </section>
  );
}
