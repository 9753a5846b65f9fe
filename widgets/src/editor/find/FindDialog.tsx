import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { $narrow } from '../panel/view.ts';
import { $route, addressOf, go } from '../state/route.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './find.module.css';
import type { Target } from './places.ts';
import { f } from './text.ts';
import { type Found, useFound } from './useFound.ts';

/** How long typing rests before the servers are asked, in milliseconds. */
const REST = 150;

/** A window in which anything is found by its name, and opened: places of the editor, pages, their content, and orders. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={f('title')} isOpen onClose={onClose}>
      <Search
        onOpen={(target) => {
          onClose();
          $narrow.set('panel');
          lead(target);
        }}
      />
    </Dialog>
  );
}

function lead({ path, params = {} }: Target): void {
  // Somebody may have turned to another tab since: a place that is asked for again is left first.
  if (addressOf($route.get()) === addressOf({ path, params })) go(path, { again: '' });
  requestAnimationFrame(() => go(path, params));
}

/** A field with a list below it. The focus stays in the field; arrow keys go through the list, and Enter opens. */
function Search({ onOpen }: { onOpen: (target: Target) => void }) {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), REST);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useFound(text);
  const all = found.groups.flatMap(({ targets }) => targets);
  const chosen = all[Math.min(at, all.length - 1)];
  const idOf = (target: Target) => `${id}-${target.id}`;
  const move = (to: number) => {
    const next = Math.max(0, Math.min(all.length - 1, to));
    setAt(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView?.({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter' && chosen) onOpen(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        role="combobox"
        className={ui.input}
        aria-label={f('label')}
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? idOf(chosen) : undefined}
        placeholder={f('label')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={f('title')} className={styles.found}>
        {found.groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, and no fieldset
          <div key={group.id} role="group" aria-label={group.title}>
            <p aria-hidden="true" className={styles.group}>
              {group.title}
            </p>
            {group.targets.map((target) => (
              <div
                key={target.id}
                id={idOf(target)}
                role="option"
                tabIndex={-1}
                aria-selected={target === chosen}
                className={styles.target}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onOpen(target)}
                onKeyDown={onKeyDown}
              >
                <span>{target.label}</span>
                <span className={ui.help}>{target.hint}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {found.hasFailed ? <Problem text={f('failed')} /> : null}
      <p role="status" className={ui.help}>
        {said(found, text, all.length)}
      </p>
    </>
  );
}

const said = ({ isAsking }: Found, text: string, count: number): string => {
  if (isAsking) return f('searching');
  return count === 0 ? f('none', { text: text.trim() }) : f('count', { n: count });
};
