import { useEffect, useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import { BlockFields } from '../blocks/BlockFields.tsx';
import { blockWords } from '../blocks/ColumnList.tsx';
import { kindTitle, useBlockOf } from '../blocks/kinds.ts';
import { at, type Json } from '../core/json.ts';
import { $asked, $writing } from '../panel/view.ts';
import { useFaults, useJson } from '../state/context.ts';
import { IconButton } from '../ui/Button.tsx';
import rows from '../ui/rows.module.css';
import { Problem } from '../ui/states.tsx';
import styles from './sections.module.css';
import { w } from './text.ts';

/** A block in the words of its owner: its kind, and what it begins with. */
export function useBlockName(): (block: Json) => string {
  const blockOf = useBlockOf();
  return (block) => {
    const name = kindTitle(blockOf(at(block, '/type')));
    const words = blockWords(block);
    return words === '' ? name : `${name}: ${words}`;
  };
}

type Props = { path: string; pointer: string; onClose: () => void };

/** One block of a section, opened by a click on the page: what it shows. Where it lies is set in the grid. */
export function SectionBlock({ path, pointer, onClose }: Props) {
  const block = at(useJson(path), pointer);
  const faults = useFaults(path, pointer, true);
  const asked = useStore($asked);
  const place = useRef<HTMLElement>(null);
  const [blockOf, nameOf] = [useBlockOf(), useBlockName()];
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another block is opened, or this one once more
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' });
    // Who writes on the page has the caret there.
    if (!$writing.get()) place.current?.querySelector<HTMLElement>('input,textarea,[contenteditable]')?.focus();
  }, [pointer, asked]);
  if (block === undefined) return null;
  const spec = blockOf(at(block, '/type'));
  const name = nameOf(block);
  return (
    <section ref={place} className={rows.inspector} aria-label={name}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <IconButton icon="close" label={w('close')} onPress={onClose} />
      </header>
      {[...new Set(faults.map(({ message }) => message))].map((message) => (
        <Problem key={message} text={message} />
      ))}
      {spec ? <BlockFields path={path} pointer={pointer} spec={spec} /> : null}
    </section>
  );
}
