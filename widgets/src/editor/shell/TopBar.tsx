import { useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { trialUpgrade } from '../core/adminPath.ts';
import { $device, $editing, $narrow, DEVICES } from '../panel/view.ts';
import { useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/text.ts';
import { Button, IconButton, IconToggle } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Loaded } from './Boundary.tsx';
import { IssuesDialog, SaveState } from './SaveState.tsx';
import styles from './shell.module.css';

const Publish = lazyPart(() => import('../publish/Publish.tsx').then((room) => room.Publish));

/** “Undo Title”; with nothing to undo the word by itself, in every language. */
const stepLabel = (key: 'shell.undo' | 'shell.redo', what = ''): string => t(key, { what }).replace(/[\s:]+$/, '');

/** What is always at hand: the way back, how wide the site is shown, what is wrong, and publishing. */
export function TopBar({ onFind }: { onFind: () => void }) {
  const session = useSession();
  const site = useSite();
  const documents = useStore(session.$documents);
  const device = useStore($device);
  const editing = useStore($editing);
  const narrow = useStore($narrow);
  const issues = useStore(session.$diagnostics);
  const [open, setOpen] = useState<'issues' | 'publish' | null>(null);
  return (
    <header className={styles.bar}>
      <h1 className={styles.site}>{site.title}</h1>
      <IconButton
        icon="undo"
        label={stepLabel('shell.undo', documents.past.at(-1)?.label)}
        isDisabled={documents.past.length === 0}
        onPress={() => void session.undo()}
      />
      <IconButton
        icon="redo"
        label={stepLabel('shell.redo', documents.future.at(-1)?.label)}
        isDisabled={documents.future.length === 0}
        onPress={() => void session.redo()}
      />
      <IconButton icon="search" label={t('shell.find')} onPress={onFind} />
      <SaveState />
      <span className={styles.space} />
      <fieldset className={styles.devices} aria-label={t('shell.devices')}>
        {DEVICES.map((name) => (
          <IconToggle
            key={name}
            icon={name}
            label={t(`device.${name}`)}
            isSelected={device === name}
            onChange={() => $device.set(name)}
          />
        ))}
      </fieldset>
      <span className={styles.mode}>
        <IconToggle
          icon="pointer"
          label={t('shell.editing')}
          isSelected={editing}
          onChange={(isOn) => {
            $editing.set(isOn);
            session.frame.emit('editing change', { editing: isOn });
          }}
        />
      </span>
      <span className={styles.see}>
        <Button
          look="quiet"
          icon={narrow === 'site' ? 'edit' : 'eye'}
          onPress={() => $narrow.set(narrow === 'site' ? 'panel' : 'site')}
        >
          {t(narrow === 'site' ? 'shell.edit' : 'shell.see')}
        </Button>
      </span>
      {issues.length > 0 ? (
        <Button look="quiet" icon="warning" onPress={() => setOpen('issues')}>
          {t('issues.count', { n: issues.length })}
        </Button>
      ) : null}
      {site.features.trial && site.role.tools.includes('billing') ? (
        <Button onPress={() => go(trialUpgrade(site.features.multiProduct === true))}>{t('billing.toUpgrade')}</Button>
      ) : null}
      {site.role.mayPublish ? (
        <Button look="primary" onPress={() => setOpen('publish')}>
          {t('publish.open')}
        </Button>
      ) : null}
      {open ? (
        <Loaded>
          {open === 'issues' ? (
            <IssuesDialog issues={issues} onClose={() => setOpen(null)} />
          ) : (
            <Publish onClose={() => setOpen(null)} />
          )}
        </Loaded>
      ) : null}
    </header>
  );
}
