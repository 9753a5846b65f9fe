import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { named, t } from '../text/words.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './richtext.module.css';
import { TOOLS } from './Toolbar.tsx';

const OFFERED = ['paragraph', 'heading1', 'heading2', 'heading3', 'bullets', 'numbers', 'quote'];
const KINDS = OFFERED.flatMap((name) => TOOLS.flat().filter((tool) => tool.name === name));

/** What was typed behind a slash at the beginning of a paragraph, and where the slash stands; nothing elsewhere. */
function typed(editor: Editor): { words: string; from: number; to: number } | null {
  const { empty, $from: cursor } = editor.state.selection;
  if (!empty || cursor.parent.type.name !== 'paragraph') return null;
  const before = cursor.parent.textBetween(0, cursor.parentOffset, undefined, '\ufffc');
  const words = /^\/([\p{L}\p{N} ]{0,24})$/u.exec(before)?.[1];
  return words === undefined ? null : { words, from: cursor.start(), to: cursor.pos };
}

/** How high all of it is, and how wide, in pixels. */
const SIZE = { height: 272, width: 232 };

/** Below the slash, above it where no room is left; where the browser does not say where that is, at the top of the text. */
function placeOf(editor: Editor, from: number): CSSProperties {
  try {
    const { left, top, bottom } = editor.view.coordsAtPos(from);
    // On a phone the whole menu stays in sight.
    const inside = Math.max(8, Math.min(left, window.innerWidth - SIZE.width));
    const isAbove = bottom + SIZE.height > window.innerHeight && top > SIZE.height;
    return isAbove ? { left: inside, bottom: window.innerHeight - top + 4 } : { left: inside, top: bottom + 4 };
  } catch {
    return {};
  }
}

/**
 * The kinds of paragraph, where a slash is typed at the beginning of one: by their names, with arrows and Enter, or by
 * pointer. Escape leaves the slash as it is.
 */
export function SlashMenu({ editor }: { editor: Editor }) {
  const list = useId();
  const found = useEditorState({ editor, selector: ({ editor: now }) => (now.isFocused ? typed(now) : null) });
  const [index, setIndex] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const wanted = found?.words.trim().toLowerCase() ?? '';
  const kinds = KINDS.filter(({ name }) => named('text', name).toLowerCase().includes(wanted));
  const isOpen = found !== null && kinds.length > 0 && closedAt !== found.from;
  const chosen = Math.min(index, kinds.length - 1);
  if (found === null && (closedAt !== null || index !== 0)) {
    setClosedAt(null);
    setIndex(0);
  }

  const take = (at: number) => {
    const kind = kinds[at];
    if (!found || !kind) return;
    editor.chain().focus().deleteRange({ from: found.from, to: found.to }).run();
    if (kind.name !== 'paragraph') kind.run(editor);
  };
  const onKey = (key: string): boolean => {
    if (!isOpen) return false;
    if (key === 'ArrowDown') setIndex((chosen + 1) % kinds.length);
    else if (key === 'ArrowUp') setIndex((chosen + kinds.length - 1) % kinds.length);
    else if (key === 'Enter' || key === 'Tab') take(chosen);
    else if (key === 'Escape') setClosedAt(found.from);
    else return false;
    return true;
  };
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  // The text stands beside this; it may come into the page later than this does.
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const around = mark.current?.parentElement;
    // On the way to the text: the menu has the key while it is open.
    const heard = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !latest.current(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    around?.addEventListener('keydown', heard, true);
    return () => around?.removeEventListener('keydown', heard, true);
  }, []);
  const active = isOpen ? `${list}-${kinds[chosen]?.name}` : null;
  useEffect(() => {
    const text = mark.current?.parentElement?.querySelector('[role="textbox"]');
    if (active === null || !text) return;
    text.setAttribute('aria-controls', list);
    text.setAttribute('aria-activedescendant', active);
    return () => {
      text.removeAttribute('aria-controls');
      text.removeAttribute('aria-activedescendant');
    };
  }, [list, active]);

  return (
    <>
      <span ref={mark} hidden />
      {isOpen ? (
        <div
          id={list}
          role="listbox"
          aria-label={t('text.kinds')}
          className={styles.kinds}
          style={placeOf(editor, found.from)}
        >
          {kinds.map(({ name, icon, letter }, at) => (
            <button
              type="button"
              key={name}
              id={`${list}-${name}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              // The text keeps the focus; its keys are heard above.
              onMouseDown={(event) => event.preventDefault()}
              // One that opens under a pointer at rest is not chosen by it.
              onMouseMove={(event) => (event.movementX || event.movementY) && setIndex(at)}
              onClick={() => take(at)}
            >
              <span aria-hidden="true">{icon ? <Icon name={icon} /> : letter}</span>
              {named('text', name)}
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
}
