/** Listens to what widgets and the site's own scripts report on `window`, and hears what was reported before (platform/tell.ts). */
export function hear(name: `loggia:${string}`, listener: (detail: unknown) => void, signal: AbortSignal): void {
  for (const [told, detail] of window.loggiaTold ?? []) if (told === name) listener(detail);
  window.addEventListener(name, (event) => listener((event as CustomEvent).detail), { signal });
}
