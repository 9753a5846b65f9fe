import { session } from './storage.ts';

/** What one page left for the next in this tab, or null. */
export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(session.read(key) ?? 'null') as T | null;
  } catch {
    return null; // not ours to read
  }
}
