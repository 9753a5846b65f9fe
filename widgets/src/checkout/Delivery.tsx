import type { DeliveryOption } from '../contract/types.ts';
import { locale, text } from '../text/text.ts';
import { lineOf, pointOf } from './details.ts';

/** When a way of delivery comes, or where its goods are collected; nothing of one that says neither. */
export function Delivery({ option }: { option: DeliveryOption }) {
  const { dates, pickup, window: when } = option;
  const point = pointOf(option);
  // Days of the shop: the same words wherever the reader is.
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(locale(), parts);
  const day = (date: string) => format.format(new Date(`${date}T00:00:00Z`));
  const times = new Intl.DateTimeFormat(locale(), { ...parts, hour: 'numeric', minute: 'numeric' });
  const at = (time: string) => new Date(`${when?.day}T${time}Z`);
  const key = pickup ? 'checkoutReady' : dates?.from === dates?.to ? 'checkoutArrivesOn' : 'checkoutArrives';
  const lines = [
    point && lineOf(point.address),
    point?.hours,
    when && times.formatRange(at(when.from), at(when.to)),
    dates ? text(key, { from: day(dates.from), to: day(dates.to) }) : null,
  ].filter(Boolean);
  return lines.map((line) => <small key={line}>{line}</small>);
}
