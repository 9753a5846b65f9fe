import type { components } from '../../contract/schema.gen.ts';
import { DESK, VIEWS, type View } from './desk.ts';

/** Which orders are shown. */
export type Filter = {
  view: View;
  /** Words of the order, as they are typed. */
  text: string;
  /** One tag, as it is written. */
  tag: string;
  /** The id of a product, and what that is called. */
  product: string;
  productTitle: string;
  /** The id of a way of delivery. */
  delivery: string;
  /** The first day and the last, `2026-11-27`, where the reader is. */
  from: string;
  to: string;
};

/** What a call asks for: moments in epoch milliseconds, and nothing that was not chosen. */
export type Query = {
  view: View;
  text: string;
  tag?: string;
  product?: string;
  delivery?: string;
  from?: number;
  to?: number;
};

/** What narrows a list, when nothing does. */
export const NARROWED_BY_NOTHING = { tag: '', product: '', productTitle: '', delivery: '', from: '', to: '' };

export const FIRST: Filter = { view: 'TO_SEND', text: '', ...NARROWED_BY_NOTHING };

/** By how many things a list is narrowed. */
export const narrowings = ({ from, to, tag, product, delivery }: Omit<Filter, 'text'>): number =>
  [from || to, tag.trim(), product, delivery].filter(Boolean).length;

/** Midnight at the beginning of a day of the reader, `later` days after it; nothing for what is no day. */
function midnight(day: string, later: number): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const moment = year ? new Date(Number(year), Number(month) - 1, Number(date) + later).getTime() : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** The question of a filter. */
export function queryOf({ view, text, tag, product, delivery, from, to }: Filter): Query {
  const [begin, end] = [midnight(from, 0), midnight(to, 1)];
  return {
    view,
    text: text.trim(),
    ...(tag.trim() ? { tag: tag.trim() } : {}),
    ...(product ? { product } : {}),
    ...(delivery ? { delivery } : {}),
    ...(begin === undefined ? {} : { from: begin }),
    ...(end === undefined ? {} : { to: end }),
  };
}

/** The address of all orders of a question, as a file. */
export const csvOf = (query: Query): string =>
  `${DESK}/orders.csv?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

/** A filter that has a name. */
export type SavedView = { name: string; filter: Filter };

/** A view that the shop keeps, and the filter that it has. */
export type KeptView = components['schemas']['KeptDeskView'];
export const filterOf = ({ filter }: KeptView): Filter => filter;

/** How many are kept, and how long the name of one may be. */
export const MOST = 20;
export const LONGEST = 40;

const KEPT = 'loggia.editor.orders.views';

function isSaved(one: unknown): one is SavedView {
  const { name, filter } = (one ?? {}) as Partial<SavedView>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof filter === 'object' &&
    filter !== null &&
    VIEWS.includes(filter.view) &&
    [filter.text, filter.tag, filter.from, filter.to].every((value) => typeof value === 'string')
  );
}

/** The views that this browser keeps, by name. */
export function readViews(): SavedView[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEPT) ?? '[]');
    // One from before there was as much to choose from says nothing of the rest.
    const whole = ({ name, filter }: SavedView) => ({ name, filter: { ...FIRST, ...filter } });
    return Array.isArray(kept) ? kept.filter(isSaved).slice(0, MOST).map(whole) : [];
  } catch {
    return [];
  }
}

/** Keeps them; whether the browser had room. */
export function writeViews(views: readonly SavedView[]): boolean {
  try {
    window.localStorage.setItem(KEPT, JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}

/** The views with one more; one of the same name is replaced. */
export const withView = (views: readonly SavedView[], added: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== added.name), added].sort((one, other) => one.name.localeCompare(other.name));

/** Whether two filters show the same. */
export const isSame = (one: Filter, other: Filter): boolean =>
  JSON.stringify(queryOf(one)) === JSON.stringify(queryOf(other));
