import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { Collection } from '../client/wire.ts';
import { statusLabel, statusOf } from '../core/status.ts';
import { Panel } from '../panel/Panel.tsx';
import { $page } from '../panel/view.ts';
import { useOpened, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from '../ui/lists.module.css';
import { Badge, CannotLoad, Loading } from '../ui/states.tsx';
import { Navigation } from './Navigation.tsx';

const NewPage = lazyPart(() => import('./NewPage.tsx').then((room) => room.NewPage));
/** Comes with its words, once the list is there. */
export const PageTools = lazyPart(() => import('./PageTools.tsx').then((room) => room.PageTools));

/** What stands beside a page in the list (E-009…E-015). */
export function pageLabels(
  page: Pick<Collection, 'status' | 'passwordProtected' | 'membersOnly' | 'enabled' | 'draft'>,
): string[] {
  const labels: string[] = [];
  const status =
    statusLabel(statusOf(page.status), undefined, 0) ?? (page.status === 'scheduled' ? 'Scheduled' : undefined);
  if (status) labels.push(t(`status.${status}`));
  if (!page.enabled && !page.draft) labels.push(t('pages.disabled'));
  if (page.passwordProtected) labels.push(t('pages.locked'));
  if (page.membersOnly) labels.push(t('pages.members'));
  return labels;
}

/** Opens a page beside the frame that shows it. */
export function openPage(page: Collection): void {
  if (page.enabled || page.draft) $page.set(page.url);
  go('website/pages', page.isList ? { collection: page.folder } : { file: page.path });
}

export function PageList() {
  const site = useSite();
  const opened = useOpened('site.json');
  const [making, setMaking] = useState(false);
  return (
    <Panel
      title={t('tool.pages')}
      actions={
        <Button icon="add" look="quiet" onPress={() => setMaking(true)}>
          {t('pages.new')}
        </Button>
      }
    >
      {opened.is === 'loading' ? <Loading /> : null}
      {opened.is === 'failed' ? <CannotLoad retry={opened.retry} /> : null}
      {opened.is === 'ready'
        ? site.template.navigations.map((menu) => <Navigation key={menu.name} name={menu.name} title={menu.title} />)
        : null}
      <section className={styles.section} aria-label={t('pages.all')}>
        <h3>{t('pages.all')}</h3>
        <ListBox
          aria-label={t('pages.all')}
          className={styles.tree ?? ''}
          items={site.collections.map((page) => ({ id: page.folder, page }))}
          onAction={(key) => {
            const page = site.collections.find(({ folder }) => folder === key);
            if (page) openPage(page);
          }}
        >
          {({ id, page }) => (
            <ListBoxItem id={id} textValue={page.title} className={styles.entry ?? ''}>
              <Icon name={page.isList ? 'list' : 'pages'} />
              <span className={styles.grow}>{page.title}</span>
              {pageLabels(page).map((label) => (
                <Badge key={label}>{label}</Badge>
              ))}
              {page.isList ? <Badge>{page.itemCount}</Badge> : null}
            </ListBoxItem>
          )}
        </ListBox>
        <PageTools />
      </section>
      {making ? <NewPage onClose={() => setMaking(false)} /> : null}
    </Panel>
  );
}
