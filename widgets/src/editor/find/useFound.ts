import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { getCollection } from '../client/editor.ts';
import { call } from '../client/shop.ts';
import type { Site } from '../client/wire.ts';
import { useSite } from '../state/context.ts';
import { matching, places, type Target } from './places.ts';
import { f } from './text.ts';

type Orders = components['schemas']['DeskPage'];
export type Group = { id: string; title: string; targets: readonly Target[] };
export type Found = { groups: readonly Group[]; isAsking: boolean; hasFailed: boolean };

/** Of each kind so many are shown; who wants others writes more. */
const MOST = 8;
/** Of so many collections the entries are asked for at once. */
const COLLECTIONS = 20;

/** What somebody may go to by a text: places and pages at once, entries and orders as the servers answer. */
export function useFound(typed: string): Found {
  const site = useSite();
  const text = typed.trim();
  const tools = site.role.tools;
  const asks = text.length > 1;
  const entries = useQuery({
    queryKey: ['find', 'entries', text],
    queryFn: () => entriesOf(site, text),
    enabled: asks && tools.includes('content'),
    placeholderData: keepPreviousData,
  });
  const orders = useQuery({
    queryKey: ['find', 'orders', text],
    queryFn: () => ordersOf(text),
    enabled: asks && tools.includes('commerce'),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const groups: Group[] = [
    { id: 'places', title: f('places'), targets: matching(places(tools), text) },
    { id: 'pages', title: f('pages'), targets: tools.includes('content') ? matching(pagesOf(site), text) : [] },
    { id: 'entries', title: f('entries'), targets: asks ? (entries.data ?? []) : [] },
    { id: 'orders', title: f('orders'), targets: asks ? (orders.data ?? []) : [] },
  ];
  return {
    groups: groups
      .map((group) => ({ ...group, targets: group.targets.slice(0, MOST) }))
      .filter(({ targets }) => targets.length > 0),
    isAsking: entries.isFetching || orders.isFetching,
    hasFailed: asks && (entries.isError || orders.isError),
  };
}

const pagesOf = (site: Site): Target[] =>
  site.collections.map(({ path, folder, title, url, isList }) => ({
    id: path,
    label: title,
    hint: url,
    path: 'website/pages',
    params: isList ? { collection: folder } : { file: path },
  }));

async function entriesOf(site: Site, search: string): Promise<Target[]> {
  const lists = site.collections.filter(({ itemCount }) => itemCount > 0).slice(0, COLLECTIONS);
  const found = await Promise.all(
    lists.map(async ({ folder, title }) => {
      const { items } = await getCollection({ folder, search, limit: MOST });
      return items.map((item) => ({
        id: item.path,
        label: item.title,
        hint: title,
        path: 'website/pages',
        params: { file: item.path },
      }));
    }),
  );
  // What is called so comes before what says so somewhere.
  const all = found.flat();
  const named = matching(all, search);
  return [...named, ...all.filter((one) => !named.includes(one))];
}

async function ordersOf(text: string): Promise<Target[]> {
  const query = { view: 'ALL', text };
  const { orders } = await call<Orders>('GET', '/api/commerce/desk/orders', { query });
  return orders.map(({ id, number, name, email }) => ({
    id,
    label: number ? `#${number}` : id,
    hint: name || email || '',
    path: 'commerce',
    params: { tab: 'orders', order: id },
  }));
}
