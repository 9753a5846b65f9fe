import type { components } from '../../contract/schema.gen.ts';
import type { PageCurrency } from '../../contract/types.ts';
import { formatCents } from '../../domain/money.ts';
import { DESK as TEXTS } from '../text/en/desk.ts';
import { moments } from '../text/formats.ts';
import { addTexts } from '../text/text.ts';
import { named, t } from '../text/words.ts';

addTexts(TEXTS);

type Schemas = components['schemas'];
export type Row = Schemas['DeskRow'];
export type Whole = Schemas['DeskOrder'];
export type View = Schemas['DeskView'];
export type Page = Schemas['DeskPage'];
export type Mark = Schemas['DeskMark'];

export const DESK = '/api/commerce/desk';
export const VIEWS: readonly View[] = [
  'TO_SEND',
  'ALL',
  'PAID',
  'SENT',
  'CHECK',
  'RETURNS',
  'REFUNDED',
  'PROBLEM',
  'OPEN',
  'CANCELLED',
];

export const pathOf = (id: string): string => `${DESK}/orders/${encodeURIComponent(id)}`;

export const when = (moment: number): string => moments({ dateStyle: 'medium', timeStyle: 'short' }).format(moment);

/** A day of the shop, `2026-11-27`, as it is read; the same day wherever the reader is. */
export const dayOf = (day: string): string =>
  moments({ dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** An amount as the shop writes it everywhere. */
export const amount = (cents: number, currency: PageCurrency): string => formatCents(cents, currency);

/** How often it is asked whether lists are others while they are looked at, where the shop says nothing, in milliseconds. */
export const AGAIN = 20_000;

/** What may be named at once: a request's own limit. */
export const AT_ONCE = 100;

/** Hands a file over. */
export function handOver(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** What people call an order. */
export const nameOf = (order: { id: string; number?: number | null }): string =>
  order.number ? `#${order.number}` : order.id;

const NAMES = { OPEN: 'PENDING', PAID: 'PAID', SENT: 'FULFILLED', CANCELLED: 'CANCELLED' } as const;

/** How an order stands, in words. */
export const stateOf = (state: Row['state']): string =>
  state === 'PART_SENT' ? t('desk.partSent') : named('order', NAMES[state]);
