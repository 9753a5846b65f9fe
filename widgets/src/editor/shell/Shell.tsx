import { useEffect, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { mayOpen } from '../core/role.ts';
import { Panel } from '../panel/Panel.tsx';
import { $narrow } from '../panel/view.ts';
import { useSession, useSite } from '../state/context.ts';
import { $route, followBrowser, go, mayUse, partOf, partsFor } from '../state/route.ts';
import { t } from '../text/text.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import { Problem } from '../ui/states.tsx';
import { Boundary, Loaded } from './Boundary.tsx';
import { Frame } from './Frame.tsx';
import { Notices } from './Notices.tsx';
import { Offline } from './Offline.tsx';
import { PANELS } from './panels.ts';
import { Rail } from './Rail.tsx';
import styles from './shell.module.css';
import { TopBar } from './TopBar.tsx';

const FindDialog = lazyPart(() => import('../find/dialogs.ts').then((room) => room.FindDialog));
const KeysDialog = lazyPart(() => import('../find/dialogs.ts').then((room) => room.KeysDialog));

/** Where letters are written: a key there is a letter. */
const WRITTEN = 'input,textarea,select,[contenteditable="true"],.cm-editor';

/** The whole editor: the site in its frame, and a panel for each tool (E-001). */
export function Shell() {
  const session = useSession();
  const site = useSite();
  const route = useStore($route);
  const narrow = useStore($narrow);
  const parts = partsFor(site.role.tools);
  const part = partOf(route.path);
  const [open, setOpen] = useState<'find' | 'keys' | null>(null);

  useEffect(() => followBrowser(site.features.multiProduct === true), [site.features.multiProduct]);
  useEffect(() => session.listen(), [session]);
  useEffect(() => {
    // Not what was drawn: where the browser is has just been read.
    if (route.path === '' && $route.get().path === '' && parts[0]) go(parts[0].path);
  }, [route.path, parts]);

  /** Back and forth from everywhere, but in a field it is the field's own. */
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      if (event.key === '?' && !event.defaultPrevented && !at.closest?.(WRITTEN)) setOpen('keys');
      if (!(event.metaKey || event.ctrlKey)) return;
      const key = event.key.toLowerCase();
      const inText = at.closest?.('[contenteditable="true"],.cm-editor');
      if (key === 'k' && !event.defaultPrevented && !inText) {
        event.preventDefault();
        setOpen('find');
      } else if (key === 's') {
        event.preventDefault();
        void session.save();
      } else if (!inText && (key === 'z' || key === 'y')) {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) session.redo();
        else session.undo();
      }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [session]);

  /** Asks before the page is left with something unsaved. */
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (session.$documents.get().pending.length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', leaving);
    return () => window.removeEventListener('beforeunload', leaving);
  }, [session]);

  if (!mayOpen(site.role, site.codes.roles)) return <Problem text={t('errors.notForYou')} />;
  const Tool = part && mayUse(part, site.role.tools) ? PANELS[part.name] : undefined;
  return (
    <div className={styles.shell} data-view={narrow}>
      <TopBar onFind={() => setOpen('find')} />
      <Rail />
      {Tool ? (
        <Boundary key={part?.name}>
          <Tool />
        </Boundary>
      ) : (
        <Panel title={t('shell.nothing')}>
          <p>{t(part ? 'errors.notForYou' : 'shell.nothingHelp')}</p>
        </Panel>
      )}
      <Frame />
      <Notices />
      <Offline />
      {open ? (
        <Loaded>
          {open === 'find' ? (
            <FindDialog onClose={() => setOpen(null)} />
          ) : (
            <KeysDialog onClose={() => setOpen(null)} />
          )}
        </Loaded>
      ) : null}
    </div>
  );
}
