import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { type Box, noteAt } from './place.ts';
import { type Step, stepsHere, targetOf } from './steps.ts';
import { u } from './text.ts';
import styles from './tour.module.css';

/** Where letters are written, and over what asks something, Escape is theirs. */
const THEIRS =
  'input,textarea,select,[contenteditable="true"],.cm-editor,[role="dialog"],[role="alertdialog"],[role="listbox"]';

const isOther = (target: EventTarget | null, own: Element | null): boolean =>
  target instanceof Element && !own?.contains(target) && target.closest(THEIRS) !== null;

let root: Root | undefined;
let place: HTMLElement | undefined;

/** Ends the tour, and gives the focus back to where it was. */
function close(from: Element | null): void {
  root?.unmount();
  place?.remove();
  root = undefined;
  place = undefined;
  if (from instanceof HTMLElement && from.isConnected) from.focus();
}

/** Opens the tour over the editor as it is; one that is open begins anew. Where nothing of it is here, nothing opens. */
export function openTour(): void {
  const from = document.activeElement;
  close(null);
  const steps = stepsHere();
  if (steps.length === 0) return;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(<Tour steps={steps} onEnd={() => close(from)} />);
}

/**
 * The tour: a note beside each of the controls that matter, in a dialog that holds nothing back: all else can be used meanwhile.
 * Escape ends it at any step; then the focus is where it was.
 */
export function Tour({ steps, onEnd }: { steps: readonly Step[]; onEnd: () => void }) {
  const [at, setAt] = useState(0);
  const step = steps[at];
  // The focus goes to each note anew, so that it is read out.
  return step ? <Note key={step.name} step={step} at={at} all={steps.length} onTurn={setAt} onEnd={onEnd} /> : null;
}

type NoteProps = { step: Step; at: number; all: number; onTurn: (to: number) => void; onEnd: () => void };

function Note({ step, at, all, onTurn, onEnd }: NoteProps) {
  const id = useId();
  const note = useRef<HTMLDivElement>(null);
  const [{ box, place }, setPlaces] = useState<{ box?: Box; place?: { top: number; left: number } }>({});
  useLayoutEffect(() => {
    const target = targetOf(step);
    target?.scrollIntoView?.({ block: 'nearest', inline: 'center', behavior: 'instant' });
    const measure = () => {
      const own = note.current?.getBoundingClientRect();
      const { top = 0, left = 0, width = 0, height = 0 } = targetOf(step)?.getBoundingClientRect() ?? {};
      if (!own) return;
      const there = { top, left, width, height };
      setPlaces({ box: there, place: noteAt(there, own, { width: window.innerWidth, height: window.innerHeight }) });
    };
    measure();
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    if (target) sizes?.observe(target);
    if (note.current) sizes?.observe(note.current);
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, true);
    return () => {
      sizes?.disconnect();
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, true);
    };
  }, [step]);
  useEffect(() => note.current?.focus(), []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOther(event.target, note.current)) return;
      event.preventDefault();
      onEnd();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [onEnd]);
  const isLast = at === all - 1;
  return (
    <div className={`loggia-editor-layer ${styles.layer ?? ''}`}>
      {box && box.width > 0 ? <div aria-hidden className={styles.ring} style={box} /> : null}
      <div
        ref={note}
        role="dialog"
        aria-modal="false"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        className={styles.note}
        style={place}
      >
        <p className={ui.help}>{u('count', { at: at + 1, all })}</p>
        <h2 id={`${id}-title`}>{u(`title.${step.name}`)}</h2>
        <p id={`${id}-text`}>{u(`text.${step.name}`)}</p>
        <div className={ui.actions}>
          {isLast ? null : (
            <Button look="quiet" onPress={onEnd}>
              {u('skip')}
            </Button>
          )}
          {at > 0 ? <Button onPress={() => onTurn(at - 1)}>{u('back')}</Button> : null}
          <Button look="primary" onPress={() => (isLast ? onEnd() : onTurn(at + 1))}>
            {u(isLast ? 'end' : 'next')}
          </Button>
        </div>
      </div>
    </div>
  );
}
