import { useState } from 'react';
import { GridList, GridListItem, Button as Plain, useDragAndDrop } from 'react-aria-components';
import { at, type Json, listAt } from '../core/json.ts';
import { useEdit, useElement, useFaults, useJson, useMoves } from '../state/context.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import rows from '../ui/rows.module.css';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { GridDialog } from './GridDialog.tsx';
import { NewSection } from './NewSection.tsx';
import { KeepSection } from './OwnSections.tsx';
import { hasRows } from './presets.ts';
import { SectionBlock } from './SectionBlock.tsx';
import { SectionSettings } from './SectionSettings.tsx';
import { copyOf, insertEdits, removeEdits, sectionPointer, sectionWords } from './section.ts';
import styles from './sections.module.css';
import { Thumb } from './Thumb.tsx';
import { w } from './text.ts';

type Props = { path: string; at: string };

const numberIn = (place: string): number | null => {
  const found = /^\/sections\/(\d+)/.exec(place)?.[1];
  return found === undefined ? null : Number(found);
};

/** The block that a place is in, wherever it stands in its section. */
const blockIn = (place: string): string | null => /^\/sections\/\d+(?:\/.*)?\/blocks\/\d+/.exec(place)?.[0] ?? null;

/** The sections of a page, one below the other: chosen, put in another order, copied, taken away; one is open. */
export function SectionEditor({ path, at: place }: Props) {
  const page = useJson(path);
  const sections = listAt(page, '/sections');
  const edit = useEdit(path);
  const [chosen, setChosen] = useElement(path, '/sections');
  const [isAdding, setIsAdding] = useState(false);
  const [lastPlace, setLastPlace] = useState('');
  const [block, setBlock] = useState<string | null>(null);
  useMoves(path, (follow) => setBlock(block === null ? null : (follow(block) ?? null)));
  if (place !== lastPlace) {
    setLastPlace(place);
    setBlock(blockIn(place));
    const meant = numberIn(place);
    if (meant !== null) setChosen(meant);
  }

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= sections.length) return;
    if (edit(w('move'), [{ op: 'move', from: sectionPointer(from), pointer: sectionPointer(to) }]) && chosen === from)
      setChosen(to);
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'loggia-section': String(key), 'text/plain': '' })),
    acceptedDragTypes: ['loggia-section'],
    getDropOperation: () => 'move',
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key === undefined) return;
      const [from, before] = [Number(key), Number(target.key) + (target.dropPosition === 'after' ? 1 : 0)];
      move(from, from < before ? before - 1 : before);
    },
  });
  const open = chosen !== null && sections[chosen] !== undefined ? chosen : null;
  const insert = (index: number, section: Json, label: string) => {
    if (edit(label, insertEdits(page, index, section))) setChosen(index);
  };

  return (
    <section className={ui.stack} aria-label={w('title')}>
      <header className={ui.group} style={{ justifyContent: 'space-between', alignItems: 'center' }}>
        <span className={ui.label}>{w('title')}</span>
        <Button icon="add" look="quiet" onPress={() => setIsAdding(true)}>
          {w('add')}
        </Button>
      </header>
      {sections.length === 0 ? <p className={ui.help}>{w('none')}</p> : null}
      {sections.length > 0 ? (
        <GridList
          aria-label={w('title')}
          className={rows.blocks ?? ''}
          items={sections.map((section, index) => ({ id: index, section }))}
          dependencies={[open, sections.length]}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={open === null ? [] : [open]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            if (key !== undefined) setChosen(Number(key));
          }}
          dragAndDropHooks={dragAndDropHooks}
        >
          {({ id, section }) => {
            const name = nameOf(section, id);
            return (
              <GridListItem
                id={id}
                textValue={name}
                className={`${rows.block ?? ''} ${styles.item ?? ''}`}
                data-pointer={sectionPointer(id)}
              >
                <Plain slot="drag" className={rows.drag ?? ''} aria-label={w('drag', { name })}>
                  <Icon name="drag" />
                </Plain>
                <Thumb section={section} />
                <span className={rows.title}>{name}</span>
                <Unfinished path={path} pointer={sectionPointer(id)} />
              </GridListItem>
            );
          }}
        </GridList>
      ) : null}
      {open === null ? null : (
        <Inspector
          key={open}
          path={path}
          index={open}
          count={sections.length}
          block={block?.startsWith(`${sectionPointer(open)}/`) ? block : null}
          onCloseBlock={() => setBlock(null)}
          onClose={() => setChosen(null)}
          onMove={(to) => move(open, to)}
          onCopy={() => insert(open + 1, copyOf(sections[open] ?? {}), w('copy'))}
          onRemove={() => {
            setChosen(null);
            edit(w('remove'), removeEdits(page, open));
          }}
        />
      )}
      {isAdding ? (
        <NewSection
          onChoose={(section) => {
            setIsAdding(false);
            insert(open === null ? sections.length : open + 1, section, w('add'));
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </section>
  );
}

const nameOf = (section: Json | undefined, index: number): string =>
  sectionWords(section) || w('nth', { n: index + 1 });

/** A mark at a section in which something is not finished. */
function Unfinished({ path, pointer }: { path: string; pointer: string }) {
  const [fault] = useFaults(path, pointer, true);
  return fault ? (
    <span role="img" aria-label={fault.message} title={fault.message}>
      <Icon name="warning" />
    </span>
  ) : null;
}

type InspectorProps = {
  path: string;
  index: number;
  count: number;
  /** The block that is open in it. */
  block: string | null;
  onCloseBlock: () => void;
  onClose: () => void;
  onMove: (to: number) => void;
  onCopy: () => void;
  onRemove: () => void;
};

/** One section: its grid, how it looks, and where it goes. */
function Inspector({ path, index, count, block, onCloseBlock, onClose, onMove, onCopy, onRemove }: InspectorProps) {
  const where = sectionPointer(index);
  const section = at(useJson(path), where);
  const [isOpen, setIsOpen] = useState(false);
  const [isKeeping, setIsKeeping] = useState(false);
  const faults = useFaults(path, where, true);
  const name = nameOf(section, index);
  const told = [...new Set(faults.map(({ message }) => message))];
  return (
    <section className={rows.inspector} aria-label={name}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <IconButton icon="up" label={w('up')} isDisabled={index === 0} onPress={() => onMove(index - 1)} />
        <IconButton icon="down" label={w('down')} isDisabled={index === count - 1} onPress={() => onMove(index + 1)} />
        <IconButton icon="remove" label={w('remove')} onPress={onRemove} />
        <IconButton icon="close" label={w('close')} onPress={onClose} />
      </header>
      {told.map((message) => (
        <Problem key={message} text={message} />
      ))}
      <div className={ui.group} style={{ flexWrap: 'wrap' }}>
        <Button look="primary" icon="edit" onPress={() => setIsOpen(true)}>
          {w('grid.open')}
        </Button>
        <Button onPress={onCopy}>{w('copy')}</Button>
        <Button onPress={() => setIsKeeping(true)}>{w('own.keep')}</Button>
      </div>
      {block === null ? null : <SectionBlock path={path} pointer={block} onClose={onCloseBlock} />}
      {hasRows(section) ? <p className={ui.help}>{w('hasRows')}</p> : null}
      <SectionSettings path={path} where={where} />
      {isOpen ? <GridDialog path={path} where={where} name={name} onClose={() => setIsOpen(false)} /> : null}
      {isKeeping ? <KeepSection section={section ?? {}} onClose={() => setIsKeeping(false)} /> : null}
    </section>
  );
}
