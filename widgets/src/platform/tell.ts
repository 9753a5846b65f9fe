declare global {
  interface Window {
    /** What widgets reported so far, for a listener that comes later (the tracker is loaded after the page). */
    loggiaTold?: [name: string, detail: unknown][];
  }
}

/** Older news than this many are forgotten. */
const KEPT = 20;

/** Tells the page what happened: an event on `window`, kept for who comes later. */
export function tell(name: `loggia:${string}`, detail?: unknown): void {
  window.loggiaTold ??= [];
  const news = window.loggiaTold;
  news.push([name, detail]);
  if (news.length > KEPT) news.shift();
  window.dispatchEvent(new CustomEvent(name, { detail }));
}
