import { GridList, GridListItem, Button as Plain, useDragAndDrop } from 'react-aria-components';
import { blockPointer, type Grid, type Place } from '../core/grid.ts';
import { at, type Json, textAt } from '../core/json.ts';
import { useFaults } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from '../ui/rows.module.css';
import { kindTitle, useBlockOf } from './kinds.ts';

type Props = {
  path: string;
  grid: Grid;
  row: number;
  column: number;
  chosen: Place | undefined;
  onChoose: (place: Place) => void;
  onMove: (from: Place, to: Place) => void;
};

const TYPE = 'loggia-block';

/** A few words of a block, so that two of one kind can be told apart. */
export function blockWords(block: Json): string {
  const value = at(block, '/value') ?? null;
  for (const key of ['/title', '/text', '/quote', '/html', '/collection', '/formId', '/image/altText']) {
    const words = textAt(value, key)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (words !== '') return words.length > 40 ? `${words.slice(0, 39)}…` : words;
  }
  return '';
}

/** The blocks of one column. One is dragged within it, and into any other of the page. */
export function ColumnList({ path, grid, row, column, chosen, onChoose, onMove }: Props) {
  const blocks = grid.rows[row]?.[column]?.blocks ?? [];
  const blockOf = useBlockOf();
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({ [TYPE]: JSON.stringify({ path, row, column, index: Number(key) }), 'text/plain': '' })),
    acceptedDragTypes: [TYPE],
    getDropOperation: () => 'move',
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key !== undefined)
        onMove(
          { row, column, index: Number(key) },
          { row, column, index: Number(target.key) + (target.dropPosition === 'after' ? 1 : 0) },
        );
    },
    onInsert: ({ items, target }) => void take(items, Number(target.key) + (target.dropPosition === 'after' ? 1 : 0)),
    onRootDrop: ({ items }) => void take(items, blocks.length),
  });
  const take = async (items: { kind: string; getText?: (type: string) => Promise<string> }[], index: number) => {
    const text = await items.find((item) => item.kind === 'text')?.getText?.(TYPE);
    if (!text) return;
    const from = JSON.parse(text) as Place & { path: string };
    if (from.path === path) onMove({ row: from.row, column: from.column, index: from.index }, { row, column, index });
  };
  return (
    <GridList
      aria-label={t('blocks.column', { row: row + 1, column: column + 1 })}
      className={styles.blocks ?? ''}
      items={blocks.map((block, index) => ({ id: index, block }))}
      selectionMode="single"
      selectionBehavior="replace"
      selectedKeys={chosen && chosen.row === row && chosen.column === column ? [chosen.index] : []}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys];
        if (key !== undefined) onChoose({ row, column, index: Number(key) });
      }}
      dragAndDropHooks={dragAndDropHooks}
      renderEmptyState={() => t('blocks.emptyColumn')}
    >
      {({ id, block }) => {
        const spec = blockOf(at(block, '/type'));
        const name = kindTitle(spec);
        const words = blockWords(block);
        return (
          <GridListItem
            id={id}
            textValue={words ? `${name}: ${words}` : name}
            className={styles.block ?? ''}
            data-pointer={blockPointer(grid, { row, column, index: id })}
          >
            <Plain slot="drag" className={styles.drag ?? ''} aria-label={t('blocks.drag', { name })}>
              <Icon name="drag" />
            </Plain>
            <span className={styles.title}>
              <strong>{name}</strong> {words}
            </span>
            <Unfinished path={path} pointer={blockPointer(grid, { row, column, index: id })} />
          </GridListItem>
        );
      }}
    </GridList>
  );
}

/** A mark at a block that something is wrong with. */
function Unfinished({ path, pointer }: { path: string; pointer: string }) {
  const [fault] = useFaults(path, pointer, true);
  return fault ? (
    <span role="img" aria-label={fault.message} title={fault.message}>
      <Icon name="warning" />
    </span>
  ) : null;
}
