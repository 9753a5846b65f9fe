/** What a popup overlay remembers (W-198…W-200). `dateClosed` in epoch milliseconds. */
export type OverlayMemory = { dateClosed?: number; version?: string; submitted?: boolean };

/** How long a closed overlay stays away unless the owner says else (W-201). Days. */
export const OVERLAY_DAYS = 7;
const DAY_MS = 86_400_000;

/** After a submit for good; after closing for some days, or until a new version (W-199…W-201). */
export function mayShowOverlay(memory: OverlayMemory, version: string, now: number, days = OVERLAY_DAYS): boolean {
  if (memory.submitted) return false;
  if (memory.dateClosed === undefined || memory.version !== version) return true;
  return now - memory.dateClosed >= days * DAY_MS;
}
