/** Minutes that a zone is ahead of UTC at a moment. Throws for a zone that the browser has no data of. */
function offsetMinutes(zone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((found) => found.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round((local - Math.floor(moment / 1000) * 1000) / 60_000);
}

const warned = new Set<string>();

/** The same; without data of the zone the browser's own offset counts, with one warning (E-023). */
export function offsetOf(zone: string, moment: number, warn: (text: string) => void = console.warn): number {
  try {
    return offsetMinutes(zone, moment);
  } catch {
    if (!warned.has(zone)) {
      warned.add(zone);
      warn(`There is no data of the time zone ${zone}; times are shown in the time of this browser.`);
    }
    return -new Date(moment).getTimezoneOffset();
  }
}

const two = (number: number): string => String(number).padStart(2, '0');

/** A moment as a date field shows it, in the site's zone: `2026-11-21T18:30`. */
export function toField(moment: number, zone: string): string {
  const local = new Date(moment + offsetOf(zone, moment) * 60_000);
  return `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())}T${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
}

/** The moment of a date field. A time that a change of clocks leaves out counts as the one after it. */
export function fromField(text: string, zone: string): number | null {
  const local = Date.parse(`${text}Z`);
  if (Number.isNaN(local)) return null;
  const first = local - offsetOf(zone, local) * 60_000;
  return local - offsetOf(zone, first) * 60_000;
}

/** A time of a file: milliseconds, or a text with its date. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment;
}

/** A moment as it is written back: as the file had it. */
export const asWritten = (moment: number, was: unknown): number | string =>
  typeof was === 'string' ? new Date(moment).toISOString().replace('.000Z', 'Z') : moment;
