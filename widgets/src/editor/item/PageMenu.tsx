import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Button as Plain, Popover } from 'react-aria-components';
import { CallFailed } from '../client/ask.ts';
import { putIntoBin } from '../client/editor.ts';
import { isPending, jsonOf } from '../core/documents.ts';
import { addressOf, folderOf } from '../core/item.ts';
import { isObject, textAt } from '../core/json.ts';
import { copyOf, menusFollow, menusForget } from '../core/pageActions.ts';
import { pageOf, showOnceBuilt } from '../panel/view.ts';
import { useJson, useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { m } from '../text/manage.ts';
import { t } from '../text/words.ts';
import { Ask } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import ui from '../ui/ui.module.css';

const SITE = 'site.json';

/** What else can be done with a page, a list or an entry: make it the front page, copy it, put it into the bin. */
export function PageMenu({ path }: { path: string }) {
  const json = useJson(path);
  const site = useSite();
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const isPage = path.endsWith('/collection.json');
  const collection = site.collections.find(({ folder }) => folder === folderOf(path));
  const isFront = isPage && collection?.url === '/';
  const title = textAt(json, '/title') || collection?.title || path;
  const urlId = textAt(json, '/urlId') || (isPage ? (collection?.urlId ?? '') : addressOf(path));
  const url = isPage ? (collection?.url ?? `/${urlId}`) : pageOf(collection?.url ?? '/', urlId);

  const makeFront = async () => {
    await session.open(SITE);
    const settings = jsonOf(session.$documents.get(), SITE);
    const edits = [
      { op: 'set' as const, pointer: '/website/homepage', value: urlId },
      ...menusFollow(settings, `/${urlId}`, '/', false),
    ];
    if (session.act(m('page.front'), [{ kind: 'edit', path: SITE, edits }])) showOnceBuilt(session, '/');
  };
  const duplicate = () => {
    if (!isObject(json)) return;
    const held = [...session.$documents.get().files.keys()].map((one) => one.split('/').at(isPage ? 1 : -1) ?? '');
    const known = isPage ? site.collections.flatMap((one) => [one.folder, one.urlId]) : [];
    const taken = new Set([...held.map((name) => name.replace(/\.\w+$/, '')), ...known]);
    const copy = copyOf(path, json, m('page.copyOf', { title }), taken);
    if (!session.act(m('page.duplicate'), [{ kind: 'create', path: copy.path, content: { json: copy.json } }])) return;
    const list = isPage ? '/' : (collection?.url ?? '/');
    showOnceBuilt(session, pageOf(list, textAt(copy.json, '/urlId')));
    void session.save();
    go('website/pages', { file: copy.path });
  };
  const remove = async () => {
    setAsking(false);
    try {
      // What is in the bin is what the owner saw.
      await session.save();
      if (isPending(session.$documents.get(), path)) return session.say(t('saving.unsaved'));
      await putIntoBin(path);
    } catch (thrown) {
      session.say(
        thrown instanceof CallFailed && thrown.failure.kind === 'http' ? thrown.message : t('errors.unknown'),
      );
      return;
    }
    go('website/pages', isPage ? {} : { collection: folderOf(path) });
    session.say(m('page.deleted', { title }), true);
    await session.open(SITE).catch(() => undefined);
    const edits = menusForget(jsonOf(session.$documents.get(), SITE), url, isPage && collection?.isList === true);
    if (edits.length > 0) session.act(t('nav.remove'), [{ kind: 'edit', path: SITE, edits }]);
  };
  const act = (key: string | number) => {
    if (key === 'front') void makeFront();
    if (key === 'duplicate') duplicate();
    if (key === 'delete') setAsking(true);
  };
  const items = collection?.itemCount ?? 0;
  return (
    <>
      <MenuTrigger>
        <Plain className={ui.icon ?? ''} aria-label={m('page.menu', { title })}>
          <Icon name="more" />
        </Plain>
        <Popover className={`loggia-editor-layer ${ui.popover ?? ''}`}>
          <Menu className={ui.list ?? ''} onAction={act}>
            {isPage && !isFront ? (
              <MenuItem id="front" className={ui.option ?? ''}>
                {m('page.front')}
              </MenuItem>
            ) : null}
            {isObject(json) && path.endsWith('.json') && !(isPage && collection?.isList) ? (
              <MenuItem id="duplicate" className={ui.option ?? ''}>
                {m('page.duplicate')}
              </MenuItem>
            ) : null}
            <MenuItem id="delete" className={ui.option ?? ''}>
              {m('page.delete')}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Ask
        title={m('page.deleteTitle', { title })}
        text={
          isFront
            ? m('page.deleteFront')
            : [m('page.deleteHelp'), isPage && items > 0 ? m('page.deleteItems', { n: items }) : ''].join(' ').trim()
        }
        yes={isFront ? t('common.done') : m('page.delete')}
        danger={!isFront}
        isOpen={asking}
        onNo={() => setAsking(false)}
        onYes={() => (isFront ? setAsking(false) : void remove())}
      />
    </>
  );
}
