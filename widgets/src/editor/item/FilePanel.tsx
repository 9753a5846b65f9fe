import { useEffect, useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import { areaLabel, isArea } from '../core/area.ts';
import { addressOf, folderOf } from '../core/item.ts';
import { textAt, at as valueAt } from '../core/json.ts';
import { Panel } from '../panel/Panel.tsx';
import { $asked, $page, $writing, pageOf } from '../panel/view.ts';
import { useJson, useOpened, useSession, useSite } from '../state/context.ts';
import { $route, go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import { AreaFields, NewArea } from './AreaFields.tsx';
import { CollectionFields } from './CollectionFields.tsx';
import { ItemFields } from './ItemFields.tsx';
import { PageMenu } from './PageMenu.tsx';
import { TextFile } from './TextFile.tsx';

/** One file of the site in the words of its owner. */
export function FilePanel({ path, at }: { path: string; at: string }) {
  const opened = useOpened(path);
  const json = useJson(path);
  const site = useSite();
  const body = useRef<HTMLDivElement>(null);
  const isCollection = path.endsWith('/collection.json');
  const folder = folderOf(path);
  const collection = site.collections.find((one) => one.folder === folder);
  const area = isArea(path) ? site.template.areas.find((one) => one.path === path) : undefined;
  const title = area ? areaLabel(area) : textAt(json, '/title') || collection?.title || path;
  // Who came from the shop's list of products goes back to it.
  const isFromShop = useStore($route).params.from === 'commerce';
  const toList = () =>
    !isCollection && collection ? go('website/pages', { collection: folder }) : go('website/pages');
  const back = () => (isFromShop ? go('commerce') : toList());

  const session = useSession();
  const asked = useStore($asked);
  /** The frame shows what is opened; what was clicked stands in the page that one looks at. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens; later it is the owner who goes elsewhere
  useEffect(() => {
    const file = session.$documents.get().files.get(path);
    const urlId = isCollection ? undefined : textAt(json, '/urlId') || addressOf(path);
    // What is new has no page before the site is built with it.
    if (at !== '' || !file?.digest || !collection) return;
    if (collection.enabled || collection.draft) $page.set(pageOf(collection.url, urlId));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, as it opens; later it is the owner who goes elsewhere
  }, [opened.is, path]);

  /** What was clicked on the page gets the focus: the field itself, or the nearest that holds it. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, it is shown again
  useEffect(() => {
    if (opened.is !== 'ready' || at === '') return;
    for (let place = at; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      const field = body.current?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(place)}"]`);
      if (!field) continue;
      field.scrollIntoView({ block: 'center' });
      const target = field.matches('input,textarea,button,[contenteditable]')
        ? field
        : field.querySelector<HTMLElement>('input,textarea,button,[contenteditable]');
      // Who writes on the page has the caret there.
      if (!$writing.get()) target?.focus({ preventScroll: true });
      return;
    }
  }, [opened.is, at, asked]);

  return (
    <Panel
      title={title}
      onBack={back}
      actions={opened.is === 'ready' && !isArea(path) ? <PageMenu path={path} /> : null}
    >
      <div ref={body} style={{ display: 'grid', gap: '1rem' }}>
        {opened.is === 'loading' ? <Loading /> : null}
        {opened.is === 'missing' ? (
          area ? (
            <NewArea path={path} label={title} />
          ) : (
            <Problem text={t('errors.content')} />
          )
        ) : null}
        {opened.is === 'failed' ? <CannotLoad retry={opened.retry} /> : null}
        {opened.is === 'ready' && json === undefined ? <TextFile path={path} /> : null}
        {opened.is === 'ready' && json !== undefined ? (
          isArea(path) ? (
            <AreaFields path={path} at={at} />
          ) : isCollection ? (
            <CollectionFields path={path} at={at} />
          ) : (
            <ItemFields path={path} at={at} recordType={Number(valueAt(json, '/recordType') ?? 1)} />
          )
        ) : null}
      </div>
    </Panel>
  );
}
