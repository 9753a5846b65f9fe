import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { type Filter, isSame, LONGEST, MOST, readViews, type SavedView, withView, writeViews } from './filter.ts';
import { Lists } from './Lists.tsx';

type Props = {
  filter: Filter;
  onChoose: (filter: Filter) => void;
  /** Buttons beside the one that saves or forgets. */
  children?: ReactNode;
};

/** The views that somebody saved in this browser: one is shown with a press, and what is shown is saved under a name. */
export function SavedViews({ filter, onChoose, children }: Props) {
  const [views, setViews] = useState(readViews);
  const [name, setName] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const shown = views.find((one) => isSame(one.filter, filter));
  useEffect(() => {
    // Another tab has saved or forgotten one.
    const read = () => setViews(readViews());
    window.addEventListener('storage', read);
    return () => window.removeEventListener('storage', read);
  }, []);
  const keep = (next: SavedView[]): boolean => {
    const isKept = writeViews(next);
    if (isKept) setViews(next);
    setFault(isKept ? '' : t('desk.viewNotKept'));
    return isKept;
  };
  const save = () => {
    const wanted = name?.trim();
    if (!wanted) return setFault(t('desk.viewUnnamed'));
    const next = withView(readViews(), {
      name: wanted,
      filter: { ...filter, text: filter.text.trim(), tag: filter.tag.trim() },
    });
    if (next.length > MOST) return setFault(t('desk.viewsFull', { n: String(MOST) }));
    if (keep(next)) setName(null);
  };
  return (
    <>
      {views.length > 0 ? (
        <Lists
          label={t('desk.views')}
          showsLabel
          views={views.map((one) => one.name)}
          shown={shown?.name ?? ''}
          name={(one) => one}
          onChoose={(one) => {
            const found = views.find((each) => each.name === one);
            if (found) onChoose(found.filter);
          }}
        />
      ) : null}
      <div className={ui.actions}>
        {children}
        {shown ? (
          <Button onPress={() => keep(readViews().filter((one) => one.name !== shown.name))}>
            {t('desk.forgetView', { name: shown.name })}
          </Button>
        ) : (
          <Button
            aria-expanded={name !== null}
            onPress={() => {
              setFault('');
              setName(name === null ? '' : null);
            }}
          >
            {t('desk.saveView')}
          </Button>
        )}
      </div>
      {name === null || shown ? null : (
        <div className={ui.stack}>
          <TextField
            label={t('desk.viewName')}
            help={t('desk.viewHelp')}
            value={name}
            onChange={setName}
            onEnter={save}
            maxLength={LONGEST}
            autoFocus
          />
          <div className={ui.actions}>
            <Button look="primary" onPress={save}>
              {t('desk.viewSave')}
            </Button>
          </div>
        </div>
      )}
      {fault ? <Problem text={fault} /> : null}
    </>
  );
}
