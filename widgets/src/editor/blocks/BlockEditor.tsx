import { useState } from 'react';
import { type BlockSpec, newBlock } from '../core/blocks.ts';
import {
  addBlock,
  blockPointer,
  countBlocks,
  type GridAnswer,
  gridOf,
  moveBlock,
  type Place,
  placeOf,
  removeBlock,
  setSpan,
  splitColumn,
  step,
} from '../core/grid.ts';
import { at as valueAt } from '../core/json.ts';
import { useEdit, useFaults, useJson, useMoves, useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { NumberField } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { BlockFields } from './BlockFields.tsx';
import { ColumnList } from './ColumnList.tsx';
import { kindTitle, useBlockOf } from './kinds.ts';
import { NewBlock } from './NewBlock.tsx';

type Props = { path: string; at: string };
type Adding = { kind: 'end' } | { kind: 'at'; place: Place } | { kind: 'beside'; place: Place };

/** The blocks of a page on their twelfths: dragged, or moved by keyboard; one at a time is open. */
export function BlockEditor({ path, at }: Props) {
  const document = useJson(path);
  const edit = useEdit(path);
  const { blocks: limit } = useSite().limits;
  const grid = gridOf(document);
  const [chosen, setChosen] = useState<Place | undefined>(() => placeOf(at));
  const [adding, setAdding] = useState<Adding | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [lastAt, setLastAt] = useState(at);
  if (at !== lastAt) {
    setLastAt(at);
    setChosen(placeOf(at) ?? chosen);
  }

  useMoves(path, (follow) => {
    if (chosen) setChosen(placeOf(follow(blockPointer(grid, chosen)) ?? ''));
  });

  const doIt = (answer: GridAnswer) => {
    if ('problem' in answer) return setProblem(t(answer.problem, { ...answer.values, things: t('things.blocks') }));
    setProblem(undefined);
    edit(t('blocks.add'), answer.edits);
  };
  const add = (spec: BlockSpec) => {
    const block = newBlock(spec);
    if (adding?.kind === 'beside') doIt(splitColumn(document, adding.place, block, limit));
    else doIt(addBlock(document, block, adding?.kind === 'at' ? adding.place : undefined, limit));
    // What was just added is what one wants to fill.
    if (adding?.kind === 'beside') setChosen({ row: adding.place.row, column: adding.place.column + 1, index: 0 });
    else if (adding?.kind === 'at') setChosen(adding.place);
    else
      setChosen(
        grid.plain && grid.rows[0]?.[0]
          ? { row: 0, column: 0, index: grid.rows[0][0].blocks.length }
          : { row: grid.rows.length, column: 0, index: 0 },
      );
    setAdding(null);
  };
  const move = (from: Place, to: Place) => {
    setChosen(undefined);
    edit(t('blocks.move'), moveBlock(document, from, to));
  };
  const current = chosen && valueAt(document, blockPointer(grid, chosen)) !== undefined ? chosen : undefined;

  return (
    <section className={ui.stack} aria-label={t('blocks.title')}>
      <header className={ui.group} style={{ justifyContent: 'space-between', alignItems: 'center' }}>
        <span className={ui.label}>{t('blocks.title')}</span>
        <Button icon="add" look="quiet" onPress={() => setAdding({ kind: 'end' })}>
          {t('blocks.add')}
        </Button>
      </header>
      {problem ? <Problem text={problem} /> : null}
      <div className={styles.grid}>
        {grid.rows.map((columns, row) => (
          // A row has no name of its own; it is where it stands.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={row} className={styles.row}>
            {columns.map((column, index) => (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: as its row
                key={index}
                className={styles.column}
                style={{ gridColumn: `span ${column.span}` }}
              >
                <ColumnList
                  path={path}
                  grid={grid}
                  row={row}
                  column={index}
                  chosen={current}
                  onChoose={setChosen}
                  onMove={move}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
      {countBlocks(grid) === 0 ? <p className={ui.help}>{t('blocks.empty')}</p> : null}
      {current ? (
        <Inspector
          path={path}
          place={current}
          onClose={() => setChosen(undefined)}
          onAdd={(kind) =>
            setAdding({ kind, place: kind === 'at' ? { ...current, index: current.index + 1 } : current })
          }
          onRemove={() => {
            setChosen(undefined);
            edit(t('blocks.remove'), removeBlock(document, current));
          }}
          onStep={(way) => {
            const to = step(grid, current, way);
            if (to) move(current, to);
          }}
        />
      ) : null}
      {adding ? <NewBlock onChoose={add} onClose={() => setAdding(null)} /> : null}
    </section>
  );
}

type InspectorProps = {
  path: string;
  place: Place;
  onClose: () => void;
  onAdd: (kind: 'at' | 'beside') => void;
  onRemove: () => void;
  onStep: (way: 'up' | 'down') => void;
};

/** One block: what it shows, how wide it stands, and where it goes. */
function Inspector({ path, place, onClose, onAdd, onRemove, onStep }: InspectorProps) {
  const document = useJson(path);
  const edit = useEdit(path);
  const grid = gridOf(document);
  const pointer = blockPointer(grid, place);
  const spec = useBlockOf()(valueAt(document, `${pointer}/type`));
  const name = kindTitle(spec);
  const row = grid.rows[place.row] ?? [];
  const faults = useFaults(path, pointer, true);
  return (
    <section className={styles.inspector} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <IconButton
          icon="up"
          label={t('blocks.up')}
          isDisabled={!step(grid, place, 'up')}
          onPress={() => onStep('up')}
        />
        <IconButton
          icon="down"
          label={t('blocks.down')}
          isDisabled={!step(grid, place, 'down')}
          onPress={() => onStep('down')}
        />
        <IconButton icon="remove" label={t('blocks.remove')} onPress={onRemove} />
        <IconButton icon="close" label={t('common.close')} onPress={onClose} />
      </header>
      {faults.map(({ message }) => (
        <Problem key={message} text={message} />
      ))}
      {spec ? <BlockFields path={path} pointer={pointer} spec={spec} /> : null}
      {row.length > 1 ? (
        <NumberField
          label={t('blocks.width')}
          value={row[place.column]?.span ?? 12}
          least={1}
          most={12}
          onChange={(span) => edit(t('blocks.width'), setSpan(document, place.row, place.column, span))}
        />
      ) : null}
      <div className={ui.group} style={{ flexWrap: 'wrap' }}>
        <Button look="quiet" icon="add" onPress={() => onAdd('at')}>
          {t('blocks.addBelow')}
        </Button>
        <Button look="quiet" icon="add" onPress={() => onAdd('beside')}>
          {t('blocks.addBeside')}
        </Button>
      </div>
    </section>
  );
}
