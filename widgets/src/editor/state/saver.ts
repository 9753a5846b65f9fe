import type { Batch } from '../core/documents.ts';
import { LONGEST_MS, nextSaving, QUIET_MS, retryAfter, SAVED, type Saving, type SavingEvent } from '../core/saving.ts';

/** What came of a batch: each of its files is saved, or known to be held up; or nobody answered. */
export type Outcome = { type: 'answered' } | Extract<SavingEvent, { type: 'failed' }>;

type Parts = {
  /** The next call, without the files that are held up; none when nothing can be sent. */
  next(): Batch | undefined;
  send(batch: Batch): Promise<Outcome>;
  /** How many actions are unsaved. */
  left(): number;
  /** What stands in the way of some files. */
  heldUp(): Saving | undefined;
  state(saving: Saving): void;
  /** Called before the first call and after the last answer (E-005, E-006). */
  entered(): void;
  exited(saved: boolean): void;
};

/** Saves by itself: after a pause, or often enough when there is none; after a failure again, ever more slowly. */
export function saver(parts: Parts) {
  let state: Saving = SAVED;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isOver = false;

  const tell = (event: SavingEvent) => {
    state = nextSaving(state, event);
    parts.state(state);
  };
  const answered = (type: 'answered' | 'resolved') => tell({ type, left: parts.left(), heldUp: parts.heldUp() });
  const stopTimers = () => {
    clearTimeout(quiet);
    clearTimeout(latest);
    quiet = undefined;
    latest = undefined;
  };

  async function run(first: Batch): Promise<void> {
    parts.entered();
    let tries = state.is === 'failed' ? state.tries : 0;
    let good = true;
    for (let batch: Batch | undefined = first; batch && !isOver; batch = parts.next()) {
      tell({ type: 'sent' });
      const outcome = await parts.send(batch);
      if (outcome.type === 'answered') {
        answered('answered');
        tries = 0;
      } else {
        good = false;
        state = nextSaving({ is: 'failed', message: '', tries }, outcome);
        parts.state(state);
        break;
      }
    }
    parts.exited(good && parts.left() === 0);
    if (state.is === 'failed' && !isOver) quiet = setTimeout(() => void save(), retryAfter(state.tries));
  }

  function save(): Promise<void> {
    stopTimers();
    if (running) return running;
    // What was left undone by what was done meanwhile: nothing is to be sent, and nothing is unsaved.
    const first = parts.next();
    if (!first) {
      answered('answered');
      return Promise.resolve();
    }
    running = run(first).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    /** Something was changed: it will be saved. */
    changed(): void {
      tell({ type: 'changed' });
      if (running) return;
      clearTimeout(quiet);
      quiet = setTimeout(() => void save(), QUIET_MS);
      latest ??= setTimeout(() => void save(), LONGEST_MS);
    },
    /** Saves now. */
    save,
    /** A conflict has been answered. */
    resolved(): Promise<void> {
      answered('resolved');
      return save();
    },
    stop(): void {
      isOver = true;
      stopTimers();
    },
  };
}
