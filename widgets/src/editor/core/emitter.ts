/** Sends events to their listeners. `Events` names each event and its data. */
export type Emitter<Events extends Record<string, unknown>> = {
  on<K extends keyof Events>(event: K, listener: (detail: Events[K]) => void): () => void;
  emit<K extends keyof Events>(event: K, detail: Events[K]): void;
};

export function emitter<Events extends Record<string, unknown>>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>();
  return {
    on(event, listener) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => void all.delete(listener);
    },
    emit(event, detail) {
      for (const listener of [...(listeners.get(event) ?? [])]) (listener as (detail: unknown) => void)(detail);
    },
  };
}

/** What the frame with the site tells (E-003…E-007). */
export type FrameEvents = {
  load: { url: string };
  'iframe unload': undefined;
  'save enter': undefined;
  'save exit': { saved: boolean };
  'editing change': { editing: boolean };
};

/** What the style editor tells (E-105…E-111). */
export type TweakEvents = {
  'before-open': undefined;
  'after-show': undefined;
  change: { name: string; value: TweakValue };
  save: undefined;
  reset: undefined;
  close: undefined;
  'after-close': undefined;
};
export type TweakValue = string | number | boolean;

/** What a file tells that another has changed: where what stood in it stands now, or nothing when it is gone. */
export type MoveEvents = { moved: { path: string; follow: (pointer: string) => string | undefined } };
