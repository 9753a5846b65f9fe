import { useState } from 'react';
import type { FileAction } from '../core/change.ts';
import { jsonOf } from '../core/documents.ts';
import { folderOf, newCollection } from '../core/item.ts';
import { textAt } from '../core/json.ts';
import { addEntry } from '../core/navigation.ts';
import { pageOf, showOnceBuilt } from '../panel/view.ts';
import { useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';

const SITE = 'site.json';
const KINDS = ['page', 'blog', 'products', 'events', 'gallery'] as const;

/** A new page, or a new list of posts, products, events or pictures. */
export function NewPage({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const site = useSite();
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('page');
  const [menu] = site.template.navigations;
  const [inMenu, setInMenu] = useState(true);
  const [error, setError] = useState<string | undefined>();
  const make = () => {
    if (title.trim() === '') return setError(t('pages.titleNeeded'));
    const taken = new Set(site.collections.flatMap(({ urlId, folder }) => [urlId, folder]));
    const { path, json } = newCollection(title.trim(), kind, taken);
    const url = pageOf('/', textAt(json, '/urlId'));
    const made: FileAction[] = [{ kind: 'create', path, content: { json } }];
    const held = jsonOf(session.$documents.get(), SITE);
    if (menu && inMenu && held !== undefined)
      made.push({ kind: 'edit', path: SITE, edits: addEntry(held, menu.name, { title: title.trim(), url }) });
    if (!session.act(t('pages.new'), made)) return;
    showOnceBuilt(session, url);
    void session.save();
    onClose();
    // A list is empty at first: it opens where its first entry is made, not at its settings.
    go('website/pages', kind === 'page' ? { file: path } : { collection: folderOf(path) });
  };
  return (
    <Dialog title={t('pages.new')} isOpen onClose={onClose}>
      <TextField label={t('field.title')} value={title} onChange={setTitle} onEnter={make} error={error} autoFocus />
      <Select
        label={t('pages.kind')}
        value={kind}
        choices={KINDS.map((value) => ({ value, label: t(`pages.kind.${value}`) }))}
        onChange={setKind}
      />
      {menu ? <Switch label={t('pages.inMenu', { menu: menu.title })} isOn={inMenu} onChange={setInMenu} /> : null}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" onPress={make}>
          {t('common.create')}
        </Button>
      </div>
    </Dialog>
  );
}
