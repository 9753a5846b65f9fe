import { type KeyboardEvent, useRef, useState } from 'react';
import type { Column } from './grid.ts';
import styles from './sheet.module.css';

/** Where the cursor goes after a cell is written. */
export type Then = 'down' | 'up' | 'on' | 'back' | 'stay' | 'all';

type Props = {
  name: string;
  column: Column;
  row: string;
  /** What stands in it first: what was there, or the letter that began it. */
  first: string;
  isWrong: boolean;
  onDone: (text: string, then: Then) => void;
  onCancel: () => void;
};

/** Who opens a cell writes in it, behind what stands there. */
function enter(field: HTMLInputElement | HTMLSelectElement | null): void {
  field?.focus();
  if (field instanceof HTMLInputElement) field.setSelectionRange(field.value.length, field.value.length);
}

/** The field of a cell that is being written. */
export function Editing({ name, column, row, first, isWrong, onDone, onCancel }: Props) {
  const [text, setText] = useState(first);
  // Enter takes the focus away, which is an end of its own.
  const isOver = useRef(false);
  const done = (then: Then, said = text) => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(said, then);
  };
  const pressed = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      isOver.current = true;
      onCancel();
    } else if (event.key === 'Enter') done(event.ctrlKey || event.metaKey ? 'all' : event.shiftKey ? 'up' : 'down');
    else if (event.key === 'Tab') done(event.shiftKey ? 'back' : 'on');
    else return;
    event.preventDefault();
  };
  const choices = column.choices?.(row);
  const shared = {
    'aria-label': name,
    'aria-invalid': isWrong || undefined,
    className: styles.field,
    onKeyDown: pressed,
    onBlur: () => done('stay'),
    // Letters, arrows and the clipboard are the field's own.
    onPaste: (event: { stopPropagation(): void }) => event.stopPropagation(),
    onCopy: (event: { stopPropagation(): void }) => event.stopPropagation(),
    onCut: (event: { stopPropagation(): void }) => event.stopPropagation(),
  };
  if (choices)
    return (
      <select
        {...shared}
        ref={enter}
        value={choices.includes(text) ? text : (choices[0] ?? '')}
        onChange={(event) => setText(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  return (
    <input
      {...shared}
      ref={enter}
      inputMode={column.keys ?? 'text'}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
