import { useState } from 'react';
import {
  addTag,
  LONGEST,
  type Renaming,
  removeTag,
  renameTag,
  startRenaming,
  TAG_KEY,
  type TagType,
  tagProblem,
  textsOf,
} from '../core/tags.ts';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';

/** The tags or the categories of an item: added, renamed, taken away (E-026…E-032). */
export function TagField({ type, path }: { type: TagType; path: string }) {
  const json = useJson(path) ?? null;
  const edit = useEdit(path);
  const [typed, setTyped] = useState('');
  const [renaming, setRenaming] = useState<Renaming>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>();
  const tags = textsOf(json, type);
  const tagType = t(`tags.${type}`);
  const label = t(`tags.${TAG_KEY[type]}`);
  const say = (key: Parameters<typeof t>[0] | null) =>
    setError(key === null ? undefined : t(key, { tagType, n: LONGEST[type] }));

  const add = () => {
    if (typed.trim() === '') return;
    const problem = tagProblem(type, typed, tags);
    say(problem);
    if (problem) return;
    edit(label, addTag(json, type, typed));
    setTyped('');
  };
  const rename = () => {
    if (!renaming) return;
    const problem = tagProblem(type, name, tags, renaming.name);
    say(problem);
    if (problem) return;
    if (name.trim() !== renaming.name) edit(label, renameTag(json, type, renaming.name, name));
    setRenaming(null);
  };
  const begin = (tag: string) => {
    const started = startRenaming(renaming, tag);
    say(started.problem);
    if (started.problem) return;
    setRenaming(started.renaming);
    setName(tag);
  };
  return (
    <fieldset
      className={ui.stack}
      style={{ margin: 0, padding: 0, border: 0, gap: '0.4rem' }}
      data-pointer={`/${TAG_KEY[type]}`}
    >
      <legend className={ui.label}>{label}</legend>
      <ul style={{ display: 'grid', gap: 2, margin: 0, padding: 0, listStyle: 'none' }}>
        {tags.map((tag) => (
          <li key={tag} className={ui.group}>
            {renaming?.name === tag ? (
              <>
                <div style={{ flex: 1 }}>
                  <TextField
                    label={t('tags.rename', { name: tag })}
                    hideLabel
                    value={name}
                    onChange={setName}
                    onEnter={rename}
                    autoFocus
                  />
                </div>
                <Button onPress={rename}>{t('common.done')}</Button>
              </>
            ) : (
              <>
                <span style={{ flex: 1, alignSelf: 'center', overflowWrap: 'anywhere' }}>{tag}</span>
                <IconButton icon="edit" label={t('tags.rename', { name: tag })} onPress={() => begin(tag)} />
                <IconButton
                  icon="close"
                  label={t('tags.remove', { name: tag })}
                  onPress={() => edit(label, removeTag(json, type, tag))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className={ui.row}>
        <TextField label={t('tags.new', { tagType })} value={typed} onChange={setTyped} onEnter={add} error={error} />
        <Button onPress={add}>{t('common.add')}</Button>
      </div>
    </fieldset>
  );
}
