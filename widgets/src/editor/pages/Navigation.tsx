import { useState } from 'react';
import {
  Menu,
  MenuItem,
  MenuTrigger,
  Button as Plain,
  Popover,
  Tree,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
} from 'react-aria-components';
import type { Json } from '../core/json.ts';
import {
  addEntry,
  type Entry,
  type EntryPlace,
  entriesOf,
  moveEntry,
  navigationPointer,
  placeOfKey,
  placeOfPointer,
  removeEntry,
  stepEntry,
} from '../core/navigation.ts';
import { useEdit, useJson, useMoves } from '../state/context.ts';
import { t } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from '../ui/lists.module.css';
import ui from '../ui/ui.module.css';

const EntryDialog = lazyPart(() => import('./EntryDialog.tsx').then((room) => room.EntryDialog));

const SITE = 'site.json';
const STEPS = ['up', 'down', 'in', 'out'] as const;

/** One menu of the site: dragged into order, or moved by keyboard; a click changes what an entry says. */
export function Navigation({ name, title }: { name: string; title: string }) {
  const site = useJson(SITE);
  const edit = useEdit(SITE);
  const [editing, setEditing] = useState<EntryPlace | null>(null);
  useMoves(SITE, (follow) => {
    if (editing) setEditing(placeOfPointer(follow(navigationPointer(name, editing))));
  });
  const entries = entriesOf(site, name);
  const move = (from: EntryPlace, to: EntryPlace) => edit(t('nav.move'), moveEntry(site, name, from, to));

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({ 'text/plain': String(key), 'loggia-entry': `${name}/${String(key)}` })),
    acceptedDragTypes: ['loggia-entry'],
    onMove: ({ keys, target }) => {
      const [key] = keys;
      if (key === undefined) return;
      move(placeOfKey(String(key)), dropPlace(site, name, String(target.key), target.dropPosition));
    },
  });

  const add = (value: { title: string; url: string } | { title: string; folder: true; items: [] }) => {
    edit(t('nav.add'), addEntry(site, name, value));
    setEditing([entries.length]);
  };
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      <Tree
        aria-label={title}
        className={styles.tree ?? ''}
        items={entries}
        defaultExpandedKeys={entries.map(({ key }) => key)}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(key) => setEditing(placeOfKey(String(key)))}
        renderEmptyState={() => t('nav.empty')}
      >
        {(entry) => (
          <Row
            entry={entry}
            onStep={(from, way) => {
              const to = stepEntry(site, name, from, way);
              if (to) move(from, to);
            }}
            canStep={(from, way) => stepEntry(site, name, from, way) !== undefined}
            onRemove={(place) => edit(t('nav.remove'), removeEntry(name, place))}
          />
        )}
      </Tree>
      <div className={styles.below}>
        <Button look="quiet" icon="add" onPress={() => add({ title: t('nav.newLink'), url: '/' })}>
          {t('nav.addLink')}
        </Button>
        <Button look="quiet" icon="add" onPress={() => add({ title: t('nav.newFolder'), folder: true, items: [] })}>
          {t('nav.addFolder')}
        </Button>
      </div>
      {editing ? <EntryDialog menu={name} place={editing} onClose={() => setEditing(null)} /> : null}
    </section>
  );
}

/** Where something that was dropped goes. */
export function dropPlace(
  site: Json | undefined,
  name: string,
  key: string,
  position: 'before' | 'after' | 'on',
): EntryPlace {
  const place = placeOfKey(key);
  const [index, inside] = place;
  if (position === 'on') {
    const folder = entriesOf(site, name)[index];
    return inside === undefined && folder?.items ? [index, folder.items.length] : place;
  }
  const own = (inside ?? index) + (position === 'after' ? 1 : 0);
  return inside === undefined ? [own] : [index, own];
}

type RowProps = {
  entry: Entry;
  onStep: (from: EntryPlace, way: (typeof STEPS)[number]) => void;
  canStep: (from: EntryPlace, way: (typeof STEPS)[number]) => boolean;
  onRemove: (place: EntryPlace) => void;
};

function Row({ entry, onStep, canStep, onRemove }: RowProps) {
  const place = placeOfKey(entry.key);
  return (
    <TreeItem id={entry.key} textValue={entry.title} className={styles.entry ?? ''}>
      <TreeItemContent>
        <Plain slot="drag" className={styles.drag ?? ''}>
          <Icon name="drag" />
        </Plain>
        {entry.items ? (
          <Plain slot="chevron" className={styles.drag ?? ''}>
            <Icon name="folder" />
          </Plain>
        ) : null}
        <span className={styles.grow}>
          {entry.title} <span className={ui.help}>{entry.url}</span>
        </span>
        <MenuTrigger>
          <Plain className={ui.icon ?? ''} aria-label={t('nav.more', { title: entry.title })}>
            <Icon name="more" />
          </Plain>
          <Popover className={`loggia-editor-layer ${ui.popover ?? ''}`}>
            <Menu
              className={ui.list ?? ''}
              onAction={(key) => (key === 'remove' ? onRemove(place) : onStep(place, key as (typeof STEPS)[number]))}
              disabledKeys={STEPS.filter((way) => !canStep(place, way))}
            >
              {STEPS.map((way) => (
                <MenuItem key={way} id={way} className={ui.option ?? ''}>
                  {t(`nav.step.${way}`)}
                </MenuItem>
              ))}
              <MenuItem id="remove" className={ui.option ?? ''}>
                {t('nav.remove')}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      </TreeItemContent>
      {entry.items?.map((inner) => (
        <Row key={inner.key} entry={inner} onStep={onStep} canStep={canStep} onRemove={onRemove} />
      ))}
    </TreeItem>
  );
}
