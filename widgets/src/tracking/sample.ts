import { performanceSettings } from '../client/performance.ts';
import { apiUrl, type TrackedPage } from './page.ts';

/** A page measures no longer than this, and no request waits longer (K-078). Milliseconds. */
export const PERFORMANCE_TIMEOUT_MS = 30_000;

/** Whether this page view is one of those that are measured: the settings are read first (K-081). */
export async function isMeasured(page: TrackedPage): Promise<boolean> {
  const url = apiUrl(page, '/api/1/performance/settings');
  const { enabled, sampleRate } = await performanceSettings(url, PERFORMANCE_TIMEOUT_MS);
  return enabled && Math.random() < sampleRate;
}
