import { useState } from 'react';
import { BlockFields } from '../blocks/BlockFields.tsx';
import { useBlockOf } from '../blocks/kinds.ts';
import { NewBlock } from '../blocks/NewBlock.tsx';
import { type BlockSpec, newBlock } from '../core/blocks.ts';
import type { Edit } from '../core/edit.ts';
import { at, listAt, pointer, steps, textAt } from '../core/json.ts';
import { isFull } from '../core/limits.ts';
import { useEdit, useFaults, useJson, useMoves, useSession, useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton, IconToggle } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { NumberField, Select } from '../ui/fields.tsx';
import { Calm, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { GridCanvas, placeWords } from './GridCanvas.tsx';
import { ALIGNMENTS, aligned, type Box, distributed, fitted, type Side } from './geometry.ts';
import { useBlockName } from './SectionBlock.tsx';
import { addEdits, blockPointer, type Change, followEdits, gridOf, placeEdits } from './section.ts';
import styles from './sections.module.css';
import { w } from './text.ts';

type Props = { path: string; where: string; name: string; onClose: () => void };

/** The grid of one section in a window of its own, on a wide screen and on a phone. */
export function GridDialog({ path, where, name, onClose }: Props) {
  const section = at(useJson(path), where);
  const edit = useEdit(path);
  const session = useSession();
  const { blocks: limit } = useSite().limits;
  const [side, setSide] = useState<Side>('desktop');
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const [said, setSaid] = useState('');
  const grid = gridOf(section);
  const blocks = listAt(section, '/blocks');
  const names = blocks.map(useBlockName());
  const chosen = selected.filter((index) => index < blocks.length);
  const only = chosen.length === 1 ? chosen[0] : undefined;

  useMoves(path, (follow) =>
    setSelected(
      selected.flatMap((index) => {
        const now = follow(blockPointer(where, index));
        return now === undefined ? [] : [Number(steps(now).at(-1))];
      }),
    ),
  );

  const change = (changes: readonly Change[]) => {
    if (!edit(w('grid.change'), placeEdits(section, where, side, changes))) return;
    const [first] = changes;
    if (!first) return;
    const of = names[first.index] ?? '';
    setSaid(first.box ? `${of}, ${placeWords(first.box)}` : `${of}, ${w('layer', { n: first.layer ?? 0 })}`);
  };
  const add = (spec: BlockSpec) => {
    setIsAdding(false);
    if (edit(t('blocks.add'), addEdits(section, where, newBlock(spec)))) setSelected([blocks.length]);
  };
  const remove = () => {
    // From the last on, so that the places of those before stay what they are.
    const edits = [...chosen]
      .sort((one, other) => other - one)
      .map((index): Edit => ({ op: 'remove', pointer: blockPointer(where, index) }));
    setSelected([]);
    edit(t('blocks.remove'), edits);
  };
  const many = (boxes: (held: Box[]) => Box[]) => {
    const next = boxes(chosen.map((index) => grid.blocks[index]?.[side].box as Box));
    change(chosen.map((index, at) => ({ index, box: next[at] as Box })));
  };
  const layerOf = (index: number) => grid.blocks[index]?.[side].layer ?? 0;

  return (
    <Dialog title={w('grid.of', { name })} isOpen onClose={onClose} wide>
      <div className={styles.bar}>
        <IconToggle
          icon="desktop"
          label={w('side.desktop')}
          isSelected={side === 'desktop'}
          onChange={() => setSide('desktop')}
        />
        <IconToggle
          icon="phone"
          label={w('side.mobile')}
          isSelected={side === 'mobile'}
          onChange={() => setSide('mobile')}
        />
        <IconButton icon="undo" label={w('undo')} onPress={() => void session.undo()} />
        <IconButton icon="redo" label={w('redo')} onPress={() => void session.redo()} />
        <span style={{ flex: 1 }} />
        <Button icon="add" isDisabled={isFull('blocks', blocks.length, limit)} onPress={() => setIsAdding(true)}>
          {t('blocks.add')}
        </Button>
      </div>
      {side === 'mobile' && blocks.length > 0 ? (
        grid.follows ? (
          <Calm>{w('follows')}</Calm>
        ) : (
          <div className={styles.bar}>
            <span className={ui.help} style={{ flex: 1 }}>
              {w('ownPhone')}
            </span>
            <Button onPress={() => edit(w('follow'), followEdits(section, where))}>{w('follow')}</Button>
          </div>
        )
      ) : null}
      {blocks.length === 0 ? <p className={ui.help}>{w('grid.empty')}</p> : null}
      <GridCanvas
        grid={grid}
        side={side}
        names={names}
        selected={chosen}
        onSelect={setSelected}
        onChange={change}
        onRemove={remove}
      />
      <p role="status" className={ui.hidden}>
        {said}
      </p>
      <p className={ui.help}>{w('keys')}</p>
      {chosen.length > 1 ? (
        // biome-ignore lint/a11y/useSemanticElements: buttons, no fields
        <div className={styles.bar} role="group" aria-label={w('several', { n: chosen.length })}>
          {ALIGNMENTS.map((how) => (
            <Button key={how} onPress={() => many((held) => aligned(held, how))}>
              {w(`align.${how}`)}
            </Button>
          ))}
          {(['across', 'down'] as const).map((way) => (
            <Button key={way} isDisabled={chosen.length < 3} onPress={() => many((held) => distributed(held, way))}>
              {w(`distribute.${way}`)}
            </Button>
          ))}
          <Button look="danger" onPress={remove}>
            {t('blocks.remove')}
          </Button>
        </div>
      ) : null}
      {only === undefined ? null : (
        <OneBlock
          key={only}
          path={path}
          pointer={blockPointer(where, only)}
          name={names[only] ?? ''}
          side={side}
          box={grid.blocks[only]?.[side].box as Box}
          columns={grid.lines[side].columns}
          isSaid={grid.blocks[only]?.[side].isSaid ?? false}
          onPlace={(box) => change([{ index: only, box: fitted(box, grid.lines[side].columns) }])}
          onLayer={(way) => change([{ index: only, layer: layerOf(only) + way }])}
          onRemove={remove}
        />
      )}
      <div className={ui.actions}>
        <Button look="primary" onPress={onClose}>
          {w('grid.done')}
        </Button>
      </div>
      {isAdding ? <NewBlock onChoose={add} onClose={() => setIsAdding(false)} /> : null}
    </Dialog>
  );
}

type OneProps = {
  path: string;
  pointer: string;
  name: string;
  side: Side;
  box: Box;
  columns: number;
  isSaid: boolean;
  onPlace: (box: Box) => void;
  onLayer: (way: 1 | -1) => void;
  onRemove: () => void;
};

/** The block that is chosen: its place in numbers, which layer it is in, and what it shows. */
function OneBlock({ path, pointer: place, name, side, box, columns, isSaid, onPlace, onLayer, onRemove }: OneProps) {
  const json = useJson(path);
  const edit = useEdit(path);
  const faults = useFaults(path, place, true);
  const spec = useBlockOf()(at(json, `${place}/type`));
  const alignment = `${place}${pointer(side, 'verticalAlignment')}`;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  return (
    <section className={styles.one} aria-label={name}>
      <header className={styles.bar}>
        <h3>{name}</h3>
        <IconButton icon="up" label={w('layer.up')} onPress={() => onLayer(1)} />
        <IconButton icon="down" label={w('layer.down')} onPress={() => onLayer(-1)} />
        <IconButton icon="remove" label={t('blocks.remove')} onPress={onRemove} />
      </header>
      {[...new Set(faults.map(({ message }) => message))].map((message) => (
        <Problem key={message} text={message} />
      ))}
      <div className={styles.numbers}>
        <NumberField
          label={w('column')}
          value={box.left - 1}
          least={0}
          most={columns + 1}
          onChange={(n) => onPlace({ ...box, left: n + 1, right: n + 1 + width })}
        />
        <NumberField
          label={w('row')}
          value={box.top}
          least={1}
          most={500}
          onChange={(n) => onPlace({ ...box, top: n, bottom: n + height })}
        />
        <NumberField
          label={w('columns')}
          value={width}
          least={1}
          most={columns + 2}
          onChange={(n) => onPlace({ ...box, right: box.left + n })}
        />
        <NumberField
          label={w('rows')}
          value={height}
          least={1}
          most={500}
          onChange={(n) => onPlace({ ...box, bottom: box.top + n })}
        />
        {isSaid ? (
          <Select
            label={w('inPlace')}
            value={textAt(json, alignment) || 'top'}
            choices={(['top', 'middle', 'bottom'] as const).map((word) => ({ value: word, label: w(`word.${word}`) }))}
            onChange={(word) => edit(w('inPlace'), [{ op: 'set', pointer: alignment, value: word }])}
          />
        ) : null}
      </div>
      {spec ? <BlockFields path={path} pointer={place} spec={spec} /> : null}
    </section>
  );
}
