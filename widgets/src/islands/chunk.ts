/** A lazy script chunk has this long to arrive (spec §7; W-002). Milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;

/**
 * A chunk that did not come (spec §8; W-003…W-005).
 * `timeout`: it did not arrive in time. `missing`: it failed to load, or came without its module.
 */
export class ChunkError extends Error {
  constructor(
    readonly chunk: string,
    readonly type: 'timeout' | 'missing',
    cause?: unknown,
  ) {
    super(`Loading chunk ${chunk} failed. (${type})`, { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Loads one chunk, once more when the first try failed at once, and names it when it does not come. */
export function loadChunk<T extends object>(chunk: string, load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new ChunkError(chunk, 'timeout')), CHUNK_TIMEOUT_MS);
    load()
      .catch(load)
      .then(
        // An empty script is a module without exports: it arrived, and defined nothing.
        (module) => (Object.keys(module).length ? resolve(module) : reject(new ChunkError(chunk, 'missing'))),
        (cause: unknown) => reject(new ChunkError(chunk, 'missing', cause)),
      )
      .finally(() => clearTimeout(late));
  });
}
