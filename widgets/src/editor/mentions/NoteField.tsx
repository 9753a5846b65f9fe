import { type ChangeEvent, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Label, TextField as Plain, Text, TextArea } from 'react-aria-components';
import ui from '../ui/ui.module.css';
import { askedAt, type Colleague, matching } from './mention.ts';
import styles from './notes.module.css';
import { m } from './text.ts';
import { useColleagues } from './useColleagues.ts';

type Props = { label: string; text: string; onChange: (text: string) => void };

const css = (name: string | undefined): string => name ?? '';

/**
 * The field of a note. An @ offers those of the staff who may see orders: arrows go through them, Enter takes one, Escape takes none, and so
 * does a press. The field keeps the focus all the while, so that a telephone keeps its keys.
 */
export function NoteField({ label, text, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  /** Where the @ stands whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const asked = caret === null ? null : askedAt(text, caret);
  const colleagues = useColleagues(asked !== null);
  const found = asked && colleagues && asked.from !== closed ? matching(colleagues, asked.word) : [];
  const shown = Math.min(at, found.length - 1);
  const optionOf = (place: number) => `${id}-${place}`;
  const choose = (one: Colleague) => {
    if (!asked || caret === null) return;
    const before = `${text.slice(0, asked.from)}@${one.name} `;
    wanted.current = before.length;
    setClosed(asked.from);
    setCaret(before.length);
    onChange(before + text.slice(caret).replace(/^ /, ''));
  };
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });
  const onKey = (event: KeyboardEvent) => {
    const one = found[shown];
    if (!asked || !one || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const done = {
      ArrowDown: () => setAt((shown + 1) % found.length),
      ArrowUp: () => setAt((shown + found.length - 1) % found.length),
      Enter: () => choose(one),
      Escape: () => setClosed(asked.from),
    }[event.key];
    if (!done) return;
    // What is around the field has keys of its own, and hears of them before React does.
    event.preventDefault();
    event.stopPropagation();
    done();
  };
  useEffect(() => {
    const element = field.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
  const look = (event: SyntheticEvent<HTMLTextAreaElement>) => setCaret(event.currentTarget.selectionStart);
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    look(event);
    setAt(0);
    setClosed(null);
  };
  const isOpen = found.length > 0;
  const isNone = asked !== null && asked.from !== closed && asked.word !== '' && colleagues !== undefined && !isOpen;
  return (
    <Plain className={css(ui.field)} value={text} onChange={onChange} maxLength={2000}>
      <Label className={css(ui.label)}>{label}</Label>
      <TextArea
        ref={field}
        className={css(ui.area)}
        rows={2}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(isOpen ? { 'aria-controls': `${id}-list`, 'aria-activedescendant': optionOf(shown) } : {})}
        onChange={change}
        onSelect={look}
        onBlur={() => setCaret(null)}
      />
      {isOpen ? (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={m('people')}
          className={`${css(ui.popover)} ${css(styles.choices)}`}
        >
          {found.map((one, place) => (
            <button
              type="button"
              key={one.id}
              id={optionOf(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === shown}
              {...(place === shown ? { 'data-focused': '' } : {})}
              className={`${css(ui.option)} ${css(styles.choice)}`}
              ref={(element) => void (place === shown && element?.scrollIntoView?.({ block: 'nearest' }))}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {one.name}
            </button>
          ))}
        </div>
      ) : null}
      <Text slot="description" className={css(ui.help)}>
        {m('help')}
      </Text>
      <span role="status" className={isNone ? css(ui.help) : css(ui.hidden)}>
        {isOpen ? m('found', { n: found.length }) : isNone ? m('noneFound') : ''}
      </span>
    </Plain>
  );
}
