import type { FileAction } from '../core/change.ts';
import { jsonOf } from '../core/documents.ts';
import { addressOf } from '../core/item.ts';
import { at, textAt } from '../core/json.ts';
import { menusFollow } from '../core/pageActions.ts';
import { OWN_LIST, withMove } from '../core/redirects.ts';
import { showOnceBuilt } from '../panel/view.ts';
import { useSession, useSite } from '../state/context.ts';

const SITE = 'site.json';

/** Gives a page or an entry another address: menus follow, and the old address leads to the new one. One step of undo. */
export function useMove(path: string): (label: string, slug: string, lead: boolean) => Promise<boolean> {
  const session = useSession();
  const site = useSite();
  return async (label, slug, lead) => {
    const isPage = path.endsWith('/collection.json');
    const collection = site.collections.find(({ folder }) => path.startsWith(`content/${folder}/`));
    const held = () => session.$documents.get();
    const before = textAt(jsonOf(held(), path), '/urlId') || (isPage ? (collection?.urlId ?? '') : addressOf(path));
    const above = isPage ? '' : collection?.url === '/' ? '' : (collection?.url ?? '');
    const isFront = isPage && collection?.url === '/';
    const [from, to] = [`${above}/${before}`, `${above}/${slug}`];
    const actions: FileAction[] = [{ kind: 'edit', path, edits: [{ op: 'set', pointer: '/urlId', value: slug }] }];
    await session.open(SITE);
    const settings = jsonOf(held(), SITE);
    const edits = isFront
      ? [{ op: 'set' as const, pointer: '/website/homepage', value: slug }]
      : menusFollow(settings, from, to, isPage && collection?.isList === true);
    if (edits.length > 0 && at(settings, '/website') !== undefined) actions.push({ kind: 'edit', path: SITE, edits });
    if (lead && !isFront && before !== '') {
      const isThere = site.redirects.includes(OWN_LIST) || held().files.has(OWN_LIST);
      if (isThere) await session.open(OWN_LIST);
      const file = held().files.get(OWN_LIST);
      const text = file && 'text' in file ? file.text : undefined;
      let list = withMove(text, from, to);
      if (isPage && collection?.isList) list = withMove(list, `${from}/*`, `${to}/*`);
      actions.push(
        file
          ? { kind: 'write', path: OWN_LIST, text: list }
          : { kind: 'create', path: OWN_LIST, content: { text: list } },
      );
    }
    if (!session.act(label, actions)) return false;
    if (!isFront) showOnceBuilt(session, to);
    return true;
  };
}
