/** A lazy script chunk has this long to arrive (W-002). Milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;

/**
 * A chunk that did not come (W-003…W-005).
 * `timeout`: it did not arrive in time. `missing`: it failed to load, or came without its module.
 */
export type ChunkError = Error & { chunk: string; type: 'timeout' | 'missing' };

const chunkError = (chunk: string, type: ChunkError['type'], cause?: unknown): ChunkError =>
  Object.assign(new Error(`Chunk ${chunk} failed to load: ${type}`, { cause }), { chunk, type });

/** Loads one chunk, once more when the first try failed at once, and names it when it does not come. */
export function loadChunk<T extends object>(chunk: string, load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(chunkError(chunk, 'timeout')), CHUNK_TIMEOUT_MS);
    load()
      .catch(load)
      .then(
        // An empty script is a module without exports: it arrived, and defined nothing.
        (module) => (Object.keys(module).length ? resolve(module) : reject(chunkError(chunk, 'missing'))),
        (cause: unknown) => reject(chunkError(chunk, 'missing', cause)),
      );
  });
}
