import { useQuery } from '@tanstack/react-query';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { getCollection } from '../client/editor.ts';
import type { Collection, ItemSummary } from '../client/wire.ts';
import { statusLabel, statusOf } from '../core/status.ts';
import { Panel } from '../panel/Panel.tsx';
import { $page } from '../panel/view.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import styles from '../ui/lists.module.css';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

const when = (moment: number): string =>
  new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);

/** Every item of these collections that goes live at a time to come, the next one first. */
async function scheduled(collections: readonly Collection[], now: number): Promise<ItemSummary[]> {
  const found: ItemSummary[] = [];
  for (const { folder } of collections.filter(({ itemCount }) => itemCount > 0)) {
    let after: string | undefined;
    do {
      const page = await getCollection({ folder, after, limit: 100 });
      found.push(
        ...page.items.filter(
          ({ status, publishOn }) =>
            publishOn > now &&
            (status === 'scheduled' || statusLabel(statusOf(status), publishOn, now) === 'Scheduled'),
        ),
      );
      after = page.nextCursor ?? undefined;
    } while (after);
  }
  return found.sort((one, other) => one.publishOn - other.publishOn);
}

/** What goes live at a time to come, in its order (E-151). */
export function SchedulePanel() {
  const { collections } = useSite();
  const list = useQuery({ queryKey: ['schedule', collections], queryFn: () => scheduled(collections, Date.now()) });
  return (
    <Panel title={t('tool.scheduling')}>
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.data ? (
        <ListBox
          aria-label={t('tool.scheduling')}
          className={styles.tree ?? ''}
          items={list.data.map((item) => ({ ...item, id: item.path }))}
          onAction={(path) => {
            const item = list.data.find((one) => one.path === path);
            if (item) $page.set(item.url);
            go('website/pages', { file: String(path) });
          }}
          renderEmptyState={() => t('schedule.none')}
        >
          {({ path, title, publishOn }) => (
            <ListBoxItem id={path} textValue={title} className={styles.entry ?? ''}>
              <span className={styles.words}>
                <span>{title}</span>
                <span className={ui.help}>{when(publishOn)}</span>
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      ) : null}
    </Panel>
  );
}
