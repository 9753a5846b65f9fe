import type { WireChange } from '../core/change.ts';
import { LONGEST_MS, nextSaving, QUIET_MS, retryAfter, SAVED, type Saving, type SavingEvent } from '../core/saving.ts';

/** What the server made of a batch. */
export type Outcome = { type: 'answered' } | Extract<SavingEvent, { type: 'conflicted' | 'refused' | 'failed' }>;

type Parts = {
  /** The next call, and how many of the waiting actions it carries; none when nothing waits. */
  next(): { changes: WireChange[]; sent: number } | undefined;
  send(changes: WireChange[], sent: number): Promise<Outcome>;
  left(): number;
  state(saving: Saving): void;
  /** Told before the first call and after the last answer (E-005, E-006). */
  entered(): void;
  exited(saved: boolean): void;
};

/** Saves by itself: after a pause, or often enough when there is none; after a failure again, ever more slowly. */
export function saver(parts: Parts) {
  let state: Saving = SAVED;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  const tell = (event: SavingEvent) => {
    state = nextSaving(state, event);
    parts.state(state);
  };
  const stopTimers = () => {
    clearTimeout(quiet);
    clearTimeout(latest);
    quiet = undefined;
    latest = undefined;
  };

  async function run(): Promise<void> {
    parts.entered();
    let good = true;
    for (let batch = parts.next(); batch; batch = parts.next()) {
      tell({ type: 'sent' });
      const outcome = await parts.send(batch.changes, batch.sent);
      if (outcome.type === 'answered') {
        tell({ type: 'answered', left: parts.left() });
        continue;
      }
      tell(outcome);
      good = false;
      break;
    }
    parts.exited(good);
    running = undefined;
    if (state.is === 'failed') quiet = setTimeout(() => void save(), retryAfter(state.tries));
  }

  function save(): Promise<void> {
    stopTimers();
    if (state.is === 'conflict' || (!running && !parts.next())) return running ?? Promise.resolve();
    running ??= run();
    return running;
  }

  return {
    /** Something was changed: it will be saved. */
    changed(): void {
      tell({ type: 'changed' });
      if (state.is === 'conflict' || running) return;
      clearTimeout(quiet);
      quiet = setTimeout(() => void save(), QUIET_MS);
      latest ??= setTimeout(() => void save(), LONGEST_MS);
    },
    /** Saves now. */
    save,
    /** A conflict has been answered. */
    resolved(): Promise<void> {
      tell({ type: 'resolved', left: parts.left() });
      return save();
    },
    stop: stopTimers,
  };
}
