import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { GridList, GridListItem, GridListLoadMoreItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useStore } from '../../state/useStore.ts';
import { getCollection } from '../client/editor.ts';
import type { Collection, ItemSummary } from '../client/wire.ts';
import { jsonOf } from '../core/documents.ts';
import { entryKindOf, newItem } from '../core/item.ts';
import { textAt } from '../core/json.ts';
import { isFull, limitOfCollection } from '../core/limits.ts';
import { statusLabel, statusOf } from '../core/status.ts';
import { Panel } from '../panel/Panel.tsx';
import { $page, pageOf, showOnceBuilt } from '../panel/view.ts';
import { useSession, useSite } from '../state/context.ts';
import { currencyOf } from '../state/currencyOf.ts';
import { $route, addressOf, go } from '../state/route.ts';
import { named, t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import styles from '../ui/lists.module.css';
import { Badge, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

/** The status that stands beside an item (E-009…E-012). */
export const itemLabel = (item: Pick<ItemSummary, 'status' | 'publishOn'>, now: number): string | undefined => {
  const label = item.status === 'scheduled' ? 'Scheduled' : statusLabel(statusOf(item.status), item.publishOn, now);
  return label && t(`status.${label}`);
};

/** So long nobody has typed before a list is looked through. Milliseconds. */
const QUIET_MS = 150;

/** A text as it was when typing paused: a list of ten thousand is not looked through for every key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(text)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The items of a collection, however many there are. */
export function CollectionPanel({ folder }: { folder: string }) {
  const site = useSite();
  const session = useSession();
  const collection = site.collections.find((one) => one.folder === folder);
  /** Made a moment ago: the site is built before it is among the lists. */
  const isNew = jsonOf(session.$documents.get(), `content/${folder}/collection.json`) !== undefined;
  const [search, setSearch] = useState('');
  const wanted = useSettled(search);
  const { params } = useStore($route);
  const [making, setMaking] = useState(params.new !== undefined);
  const close = () => {
    setMaking(false);
    // Going back, or a reload, does not ask again.
    if (params.new !== undefined)
      window.history.replaceState(null, '', addressOf({ path: 'website/pages', params: { collection: folder } }));
  };
  const list = useInfiniteQuery({
    queryKey: ['collection', folder, wanted],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => getCollection({ folder, after: pageParam, limit: 100, search: wanted || undefined }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  if (!collection)
    return (
      <Panel title={t('tool.pages')} onBack={() => go('website/pages')}>
        {isNew ? <Loading /> : <Problem text={t('errors.content')} />}
      </Panel>
    );
  const newWords = newWordsOf(collection);
  return (
    <Panel
      title={collection.title}
      onBack={() => go('website/pages')}
      filled
      actions={
        <>
          <IconButton
            icon="settings"
            label={t('collection.settings')}
            onPress={() => go('website/pages', { file: collection.path })}
          />
          <Button icon="add" look="quiet" onPress={() => setMaking(true)}>
            {t(newWords)}
          </Button>
        </>
      }
    >
      <TextField
        label={t('common.search')}
        hideLabel
        type="search"
        placeholder={t('common.search')}
        value={search}
        onChange={setSearch}
      />
      {list.isError ? <Problem text={t('errors.results')} retry={() => void list.refetch()} /> : null}
      <ItemList
        title={collection.title}
        empty={t('collection.empty', { press: t(newWords) })}
        items={items}
        isLoading={list.isPending || list.isFetchingNextPage}
        hasMore={list.hasNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {making ? <NewItem collection={collection} items={items} onClose={close} /> : null}
    </Panel>
  );
}

/** The words of the button that begins one. */
const newWordsOf = (collection: Collection) => `collection.new.${entryKindOf(collection)}` as const;

type ListProps = {
  title: string;
  /** What an empty list says. */
  empty: string;
  items: readonly ItemSummary[];
  isLoading: boolean;
  hasMore: boolean;
  onMore: () => void;
};

/** Only the rows that are seen are drawn: ten thousand are as quick as ten. */
export function ItemList({ title, empty, items, isLoading, hasMore, onMore }: ListProps) {
  const [now] = useState(Date.now);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 56, gap: 2 }}>
      <GridList
        aria-label={title}
        className={styles.list ?? ''}
        onAction={(key) => {
          const item = items.find(({ path }) => path === key);
          if (!item) return;
          $page.set(item.url);
          go('website/pages', { file: item.path });
        }}
        renderEmptyState={() => (isLoading ? t('common.loading') : empty)}
      >
        {items.map((item) => (
          <GridListItem key={item.path} id={item.path} textValue={item.title} className={styles.item ?? ''}>
            {item.assetUrl ? <img src={item.assetUrl} alt="" loading="lazy" /> : null}
            <span className={styles.words}>
              <span>{item.title}</span>
              <span className={ui.help}>{item.url}</span>
            </span>
            {item.access ? <Badge>{item.access}</Badge> : null}
            {itemLabel(item, now) ? <Badge>{itemLabel(item, now)}</Badge> : null}
          </GridListItem>
        ))}
        {hasMore ? (
          <GridListLoadMoreItem isLoading={isLoading} onLoadMore={onMore}>
            {t('common.loading')}
          </GridListLoadMoreItem>
        ) : null}
      </GridList>
    </Virtualizer>
  );
}

/** A new item: its title is enough to begin with. Refused when the collection is full (E-129…E-131). */
function NewItem({
  collection,
  items,
  onClose,
}: {
  collection: Collection;
  items: readonly ItemSummary[];
  onClose: () => void;
}) {
  const session = useSession();
  const [title, setTitle] = useState('');
  const limit = limitOfCollection(collection.type, collection.ordering);
  const most = collection.itemLimit ?? undefined;
  const full = limit !== undefined && most !== undefined && isFull(limit, collection.itemCount, most);
  const [error, setError] = useState<string | undefined>(
    full ? t('limits.full', { n: most, things: named('things', limit) }) : undefined,
  );
  const make = async () => {
    if (full) return;
    if (title.trim() === '') return setError(t('pages.titleNeeded'));
    const taken = new Set(items.map(({ urlId }) => urlId));
    const { path, json } = newItem(collection, title.trim(), taken, {
      now: Date.now(),
      currency: await currencyOf(session),
      count: collection.itemCount,
    });
    if (!session.act(t(newWordsOf(collection)), [{ kind: 'create', path, content: { json } }])) return;
    showOnceBuilt(session, pageOf(collection.url, textAt(json, '/urlId')));
    void session.save();
    // Who began it in the shop goes back there.
    const { from } = $route.get().params;
    onClose();
    go('website/pages', { file: path, ...(from ? { from } : {}) });
  };
  return (
    <Dialog title={t(newWordsOf(collection))} isOpen onClose={onClose}>
      <TextField
        label={t('field.title')}
        value={title}
        onChange={setTitle}
        onEnter={() => void make()}
        error={error}
        isDisabled={full}
        autoFocus
      />
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" isDisabled={full} onPress={() => make()}>
          {t('common.create')}
        </Button>
      </div>
    </Dialog>
  );
}
