import { useState } from 'react';
import { Button as Plain } from 'react-aria-components';
import { useStore } from '../../state/useStore.ts';
import { isTakenAway } from '../core/documents.ts';
import { at, isObject, type Json, type JsonObject, textAt } from '../core/json.ts';
import { freeSlug } from '../core/urlFilter.ts';
import { useJson, useOpened, useSession, useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { copyOf, sectionWords } from './section.ts';
import styles from './sections.module.css';
import { Thumb } from './Thumb.tsx';
import { w } from './text.ts';

const FOLDER = 'sections/';
const fileOf = (name: string): string => `${FOLDER}${name}.json`;

/** The files of the sections that the owner keeps: those of the site, and those that are not saved yet. */
export function useOwnSections(): { path: string; title: string }[] {
  const { sections } = useSite();
  const documents = useStore(useSession().$documents);
  const known = new Map(sections.map(({ path, title }) => [path, title]));
  for (const [path, file] of documents.files)
    if (path.startsWith(FOLDER) && 'json' in file) known.set(path, textAt(file.json, '/title'));
  return [...known]
    .filter(([path]) => !isTakenAway(documents, path))
    .map(([path, title]) => ({ path, title }))
    .sort((one, other) => one.title.localeCompare(other.title));
}

type OwnProps = { path: string; title: string; onChoose: (section: JsonObject, name: string) => void };

/** One of them, to be put into a page or to be given up. */
export function OwnSection({ path, title, onChoose }: OwnProps) {
  const session = useSession();
  const isReady = useOpened(path).is === 'ready';
  const section = at(useJson(path), '/section');
  const remove = () => void session.act(w('own.remove', { name: title }), [{ kind: 'delete', path }]);
  return (
    <div className={styles.own}>
      <Plain
        className={styles.preset ?? ''}
        isDisabled={!isObject(section)}
        onPress={() => isObject(section) && onChoose(section, title)}
      >
        <Thumb section={isReady && isObject(section) ? section : {}} />
        {title}
      </Plain>
      <IconButton icon="remove" label={w('own.remove', { name: title })} isDisabled={!isReady} onPress={remove} />
    </div>
  );
}

/** Asks what a section is called, and keeps a copy of it for other pages. */
export function KeepSection({ section, onClose }: { section: Json; onClose: () => void }) {
  const session = useSession();
  const own = useOwnSections();
  const [name, setName] = useState(sectionWords(section));
  const title = name.trim();
  const keep = () => {
    if (title === '') return;
    const taken = new Set(own.map(({ path }) => path.slice(FOLDER.length, -'.json'.length)));
    const json = { title, section: copyOf(section) };
    if (!session.act(w('own.keep'), [{ kind: 'create', path: fileOf(freeSlug(title, taken)), content: { json } }]))
      return;
    session.say(w('own.kept', { name: title }), true);
    onClose();
  };
  return (
    <Dialog title={w('own.title')} isOpen onClose={onClose}>
      <p className={ui.help}>{w('own.help')}</p>
      <TextField label={w('own.name')} value={name} onChange={setName} onEnter={keep} autoFocus />
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" isDisabled={title === ''} onPress={keep}>
          {w('own.save')}
        </Button>
      </div>
    </Dialog>
  );
}
