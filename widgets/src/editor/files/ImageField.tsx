import { useState } from 'react';
import type { Edit } from '../core/edit.ts';
import { pictureOf } from '../core/item.ts';
import { at, type Json, textAt } from '../core/json.ts';
import { MIDDLE } from '../core/upload.ts';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { FocalPoint } from './FocalPoint.tsx';
import styles from './files.module.css';
import { PickFileDialog } from './PickFile.tsx';

type Props = { label: string; path: string; pointer: string };

/** A picture of a file of the site: which one, what it shows in words, and what must stay in sight. */
export function ImageField({ label, path, pointer }: Props) {
  const json = useJson(path);
  const image = at(json, pointer);
  const edit = useEdit(path);
  const [picking, setPicking] = useState(false);
  const url = textAt(image, '/assetUrl');
  const alt = textAt(image, '/altText');
  const set = (key: string, value: Json) =>
    void edit(label, [{ op: 'set', pointer: `${pointer}/${key}`, value }], `${path}#${pointer}/${key}`);
  /** A picture says what it shows twice: outside of a block it is its title that is read aloud. */
  const describe = (text: string) => {
    const title = textAt(image, '/title');
    const names = title === alt ? ['altText', 'title'] : ['altText'];
    const edits = names.map((name) => ({ op: 'set' as const, pointer: `${pointer}/${name}`, value: text }));
    edit(label, edits, `${path}#${pointer}/altText`);
  };
  /** A new one stands before the text, as people write it. */
  const put = (value: Json): Edit =>
    image === undefined && pointer === '/mainImage' && at(json, '/body') !== undefined
      ? { op: 'insert', pointer, value, before: 'body' }
      : { op: 'set', pointer, value };
  const point = at(image, '/mediaFocalPoint');
  return (
    <fieldset className={ui.stack} style={{ margin: 0, padding: 0, border: 0 }} data-pointer={pointer}>
      <legend className={ui.label}>{label}</legend>
      {url ? (
        <div className={styles.picture}>
          <img src={url} alt={alt} />
          <div className={ui.group} style={{ flexWrap: 'wrap' }}>
            <Button onPress={() => setPicking(true)}>{t('files.change')}</Button>
            <Button look="danger" onPress={() => edit(label, [{ op: 'remove', pointer }])}>
              {t('files.takeAway')}
            </Button>
          </div>
        </div>
      ) : (
        <Button icon="add" onPress={() => setPicking(true)}>
          {t('files.addPicture')}
        </Button>
      )}
      {url ? (
        <>
          <TextField label={t('files.alt')} help={t('files.altHelp')} value={alt} onChange={describe} />
          <FocalPoint
            src={url}
            alt={alt}
            value={{
              x: Number(at(point, '/x') ?? MIDDLE.x),
              y: Number(at(point, '/y') ?? MIDDLE.y),
            }}
            onChange={(value) => set('mediaFocalPoint', value)}
          />
        </>
      ) : null}
      {picking ? (
        <PickFileDialog
          type="image/"
          selected={url.replace(/^\//, '')}
          onClose={() => setPicking(false)}
          onChoose={(file) => edit(label, [put(pictureOf(file, alt))])}
        />
      ) : null}
    </fieldset>
  );
}
