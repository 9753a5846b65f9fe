import { cookie } from './kept.ts';
import type { TrackedPage } from './page.ts';

/** Asks for the owner's pixel with the event's name and its value in minor units; without an address, nothing (K-038, K-039). */
export function pixel({ tracking }: TrackedPage, event: string, value = 0): void {
  if (!tracking?.pixelUrl) return;
  // The letters of what was agreed to are capital ones (consent/answer.ts).
  if (tracking.pixelConsent && !cookie('loggia-consent')?.includes('M')) return;
  const url = new URL(tracking.pixelUrl, location.href);
  url.searchParams.set('event', event);
  url.searchParams.set('value', String(value));
  new Image().src = url.href;
}
