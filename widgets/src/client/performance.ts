import { NotSent } from './beacon.ts';

/** How pages measure (`GET /api/1/performance/settings`). */
export type PerformanceSettings = { enabled: boolean; sampleRate: number; timeoutMs: number };

/** Asks how to measure. Rejects with `NotSent` when there is no answer in `timeoutMs`, or none that helps. */
export async function performanceSettings(url: string, timeoutMs: number): Promise<PerformanceSettings> {
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: limit.signal });
    if (!answer.ok) throw new Error(`HTTP Status ${answer.status}`);
    return (await answer.json()) as PerformanceSettings;
  } catch (cause) {
    throw new NotSent('', { cause });
  } finally {
    clearTimeout(late);
  }
}
