/** What was asked for within so many milliseconds is not asked for ahead once more. */
export const FRESH = 5_000;

/** Loads a part's code; `part` is there once that has come. */
export type Loader<Part> = (() => Promise<Part>) & { part?: Part };

/**
 * Makes a part's code come when the browser has nothing to do, so that it is there when somebody opens the part; where that
 * cannot be said (Safari), and until then, it comes when it is asked for. What failed to come is asked for again.
 */
export function ahead<Part>(load: () => Promise<Part>): Loader<Part> {
  const loader: Loader<Part> = async () => {
    loader.part ??= await load();
    return loader.part;
  };
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(() => {
      // Whoever opens the part hears of it.
      loader().catch(() => {});
    });
  return loader;
}
