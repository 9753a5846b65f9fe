import { useState } from 'react';
import {
  GridList,
  GridListItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Button as Plain,
  Popover,
  useDragAndDrop,
} from 'react-aria-components';
import type { Upload } from '../client/wire.ts';
import { MEDIA, type MediaType } from '../core/galleryOptions.ts';
import { pictureOf } from '../core/item.ts';
import { type JsonObject, listAt, textAt } from '../core/json.ts';
import { ImageField } from '../files/ImageField.tsx';
import { PickFileDialog } from '../files/PickFile.tsx';
import { useEdit, useElement, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { HtmlValue, LinkValue, TextValue } from '../values/values.tsx';
import { VideoNote } from './VideoNote.tsx';

const PhotoService = lazyPart(() => import('./PhotoService.tsx').then((room) => room.PhotoService));

type Props = { path: string; pointer: string; label: string };

/** A new entry of a gallery. Pictures are chosen from the site's files; a film has its address (E-054). */
export function newMedia(mediaType: MediaType, file?: Upload): JsonObject {
  if (mediaType === 'video') return { mediaType, title: '', url: '' };
  return { mediaType, ...(file ? pictureOf(file) : { title: '', altText: '' }) };
}

/** The pictures and films of a gallery, in their order. */
export function GalleryImages({ path, pointer, label }: Props) {
  const json = useJson(path);
  const edit = useEdit(path);
  const images = listAt(json, pointer);
  const [picking, setPicking] = useState<MediaType | null>(null);
  const [open, setOpen] = useElement(path, pointer);
  const [service, setService] = useState(false);
  const insert = (value: JsonObject) => edit(t('gallery.add'), [{ op: 'insert', pointer: `${pointer}/-`, value }]);
  const move = (from: number, to: number) =>
    edit(t('gallery.move'), [
      { op: 'move', from: `${pointer}/${from}`, pointer: `${pointer}/${from < to ? to - 1 : to}` },
    ]);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key === undefined) return;
      setOpen(null);
      move(Number(key), Number(target.key) + (target.dropPosition === 'after' ? 1 : 0));
    },
  });
  const place = `${pointer}/${open ?? 0}`;
  return (
    <fieldset className={ui.stack} style={{ margin: 0, minInlineSize: 0 }} data-pointer={pointer}>
      <legend className={ui.label}>{label}</legend>
      <GridList
        aria-label={label}
        className={styles.blocks ?? ''}
        items={images.map((image, index) => ({ id: index, image }))}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(key) => setOpen(Number(key))}
        renderEmptyState={() => t('gallery.empty')}
      >
        {({ id, image }) => {
          const title =
            textAt(image, '/title') ||
            textAt(image, '/altText') ||
            textAt(image, '/filename') ||
            t('gallery.picture', { n: id + 1 });
          return (
            <GridListItem id={id} textValue={title} className={styles.block ?? ''}>
              <Plain slot="drag" className={styles.drag ?? ''}>
                <Icon name="drag" />
              </Plain>
              {textAt(image, '/assetUrl') ? (
                <img
                  src={textAt(image, '/assetUrl')}
                  alt=""
                  width={44}
                  height={33}
                  style={{ objectFit: 'cover', borderRadius: 4 }}
                />
              ) : null}
              <span className={styles.title}>{title}</span>
              <IconButton
                icon="remove"
                label={t('list.remove', { n: id + 1 })}
                onPress={() => {
                  setOpen(null);
                  edit(t('gallery.remove'), [{ op: 'remove', pointer: `${pointer}/${id}` }]);
                }}
              />
            </GridListItem>
          );
        }}
      </GridList>
      <MenuTrigger>
        <Button icon="add">{t('gallery.add')}</Button>
        <Popover className={`loggia-editor-layer ${ui.popover ?? ''}`}>
          <Menu
            className={ui.list ?? ''}
            onAction={(key) => {
              const type = key as MediaType;
              if (type === 'imageEmpty' || type === 'video') insert(newMedia(type));
              else setPicking(type);
            }}
          >
            {MEDIA.map((type) => (
              <MenuItem key={type} id={type} className={ui.option ?? ''}>
                {t(`media.${type}`)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Button look="quiet" icon="add" onPress={() => setService(true)}>
        {t('photos.title')}
      </Button>
      {service ? <PhotoService onAdd={insert} onClose={() => setService(false)} /> : null}
      {open !== null && images[open] !== undefined ? (
        <section className={styles.entry} aria-label={t('gallery.picture', { n: open + 1 })}>
          <TextValue path={path} pointer={`${place}/title`} label={t('field.title')} />
          <HtmlValue path={path} pointer={`${place}/body`} label={t('field.body')} />
          {textAt(images[open], '/mediaType') === 'video' ? (
            <>
              <TextValue path={path} pointer={`${place}/url`} label={t('field.videoUrl')} />
              <VideoNote url={textAt(images[open], '/url')} />
            </>
          ) : (
            <ImageField path={path} pointer={place} label={t('field.image')} />
          )}
          <LinkValue path={path} pointer={`${place}/linkUrl`} label={t('field.linkUrl')} />
        </section>
      ) : null}
      {picking ? (
        <PickFileDialog
          type="image/"
          onClose={() => setPicking(null)}
          onChoose={(file) => insert(newMedia(picking, file))}
        />
      ) : null}
    </fieldset>
  );
}
