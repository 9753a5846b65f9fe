import { type EntryPlace, entriesOf, navigationPointer } from '../core/navigation.ts';
import { LinkField } from '../link/LinkEditor.tsx';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';

const SITE = 'site.json';

/** What an entry of a menu says, and where it leads. */
export function EntryDialog({ menu, place, onClose }: { menu: string; place: EntryPlace; onClose: () => void }) {
  const site = useJson(SITE);
  const edit = useEdit(SITE);
  const pointer = navigationPointer(menu, place);
  const entry = entriesOf(site, menu)[place[0]];
  const shown = place[1] === undefined ? entry : entry?.items?.[place[1]];
  if (!shown) return null;
  const set = (key: 'title' | 'url') => (value: string) =>
    void edit(t('nav.change'), [{ op: 'set', pointer: `${pointer}/${key}`, value }], `${pointer}/${key}`);
  return (
    <Dialog title={t('nav.change')} isOpen onClose={onClose}>
      <TextField label={t('field.title')} value={shown.title} onChange={set('title')} autoFocus />
      {shown.items ? null : <LinkField label={t('nav.url')} value={shown.url ?? ''} onChange={set('url')} />}
      <div className={ui.actions}>
        <Button look="primary" onPress={onClose}>
          {t('common.done')}
        </Button>
      </div>
    </Dialog>
  );
}
