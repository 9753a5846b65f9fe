import type { Edit } from './edit.ts';
import { addressOf, RECORD } from './item.ts';
import { isObject, type Json, type JsonObject, listAt, pointer, steps, textAt } from './json.ts';

/** Every entry of the menus with what it leads to: the pointer of its address. */
function links(site: Json | undefined): { place: string; url: string }[] {
  const navigation = isObject(site) && isObject(site.navigation) ? site.navigation : {};
  const found: { place: string; url: string }[] = [];
  const add = (entries: readonly Json[], above: string): void =>
    entries.forEach((entry, index) => {
      const place = above + pointer(index);
      const url = textAt(entry, '/url');
      if (url !== '') found.push({ place: `${place}/url`, url });
      add(listAt(entry, '/items'), `${place}/items`);
    });
  for (const [name, entries] of Object.entries(navigation))
    if (Array.isArray(entries)) add(entries, pointer('navigation', name));
  return found;
}

/** An address without what is asked and the place on the page. */
const pathOf = (url: string): string => url.split(/[?#]/)[0] ?? '';

/** The menus lead to a page at its new address; with `below` also to the pages below it. */
export function menusFollow(site: Json | undefined, from: string, to: string, below: boolean): Edit[] {
  return links(site).flatMap(({ place, url }): Edit[] => {
    const path = pathOf(url);
    const rest = url.slice(path.length);
    if (path === from) return [{ op: 'set', pointer: place, value: to + rest }];
    const inside = below && from !== '/' && path.startsWith(`${from}/`);
    return inside ? [{ op: 'set', pointer: place, value: to + path.slice(from.length) + rest }] : [];
  });
}

/** Takes the entries of a page out of the menus; with `below` also those of the pages below it. */
export function menusForget(site: Json | undefined, url: string, below: boolean): Edit[] {
  const gone = links(site).filter(({ url: own }) => {
    const path = pathOf(own);
    return path === url || (below && path.startsWith(`${url}/`));
  });
  // The last first: the places of the others stay as they are.
  return gone.reverse().map(({ place }) => ({ op: 'remove', pointer: pointer(...steps(place).slice(0, -1)) }));
}

const free = (wanted: string, taken: ReadonlySet<string>): string => {
  for (let number = 2; ; number += 1) {
    const name = `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
};

/** A copy of a page or an item under an address of its own: a draft until somebody publishes it. */
export function copyOf(
  path: string,
  json: JsonObject,
  title: string,
  taken: ReadonlySet<string>,
): { path: string; json: JsonObject } {
  const isPage = path.endsWith('/collection.json');
  const [, folder = ''] = path.split('/');
  const own = textAt(json, '/urlId') || (isPage ? folder : addressOf(path));
  const slug = free(own.split('/').at(-1)?.replace(/-\d+$/, '') || 'page', taken);
  const copy: JsonObject = { ...structuredClone(json), id: isPage ? slug : `${folder}-${slug}`, title, urlId: slug };
  if (isPage) return { path: `content/${slug}/collection.json`, json: { ...copy, draft: true } };
  if (json.recordType === RECORD.product || isObject(json.structuredContent)) copy.name = title;
  return { path: `content/${folder}/${slug}.json`, json: { ...copy, status: 'Draft' } };
}
