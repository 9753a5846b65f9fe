import { ChartEditor } from '../chart/ChartEditor.tsx';
import type { BlockSpec, FieldSpec } from '../core/blocks.ts';
import { at, isObject, type Json, listAt, textAt } from '../core/json.ts';
import { ImageField } from '../files/ImageField.tsx';
import { PickFile } from '../files/PickFile.tsx';
import { GalleryImages } from '../gallery/GalleryImages.tsx';
import { GalleryOptions } from '../gallery/GalleryOptions.tsx';
import { VideoNote } from '../gallery/VideoNote.tsx';
import { LocationFields } from '../location/LocationFields.tsx';
import { AnswersLink } from '../panel/AnswersLink.tsx';
import { PickProduct } from '../product/PickProduct.tsx';
import { useEdit, useJson, useSite, useText } from '../state/context.ts';
import { named, t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Select } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { ChoiceValue, FlagValue, HtmlValue, LinkValue, NumberValue, TextValue } from '../values/values.tsx';

type Props = { path: string; pointer: string; spec: BlockSpec };

/** What a block shows, field by field. */
export function BlockFields({ path, pointer, spec }: Props) {
  return (
    <>
      {spec.variants ? <VariantField path={path} pointer={pointer} spec={spec} variants={spec.variants} /> : null}
      {spec.fields.map((field) => (
        <SpecField key={field.key} path={path} pointer={`${pointer}/value/${field.key}`} field={field} />
      ))}
      {spec.name === 'video' ? <VideoOf path={path} pointer={`${pointer}/value`} /> : null}
      {spec.fields.length === 0 ? <p className={ui.help}>{t('blocks.noFields')}</p> : null}
    </>
  );
}

/** What the host of the block's film says of it. */
function VideoOf({ path, pointer }: { path: string; pointer: string }) {
  const json = useJson(path);
  return <VideoNote url={textAt(json, `${pointer}/url`)} />;
}

/** The layout of a block that has several. A gallery says its design there. */
function VariantField({ path, pointer, spec, variants }: Props & { variants: NonNullable<BlockSpec['variants']> }) {
  const edit = useEdit(path);
  const code = at(useJson(path), `${pointer}/variant`);
  return (
    <Select
      label={t('blocks.variant')}
      value={String(typeof code === 'number' ? code : variants[0]?.[0])}
      choices={variants.map(([value, name]) => ({
        value: String(value),
        label: named('variant', name.replace(`${spec.name.replace('-v2', '')}-`, '')),
      }))}
      onChange={(value) =>
        edit(t('blocks.variant'), [{ op: 'set', pointer: `${pointer}/variant`, value: Number(value) }])
      }
    />
  );
}

export function SpecField({ path, pointer, field }: { path: string; pointer: string; field: FieldSpec }) {
  const label = field.label ?? named('field', field.key);
  const place = { path, pointer, label };
  switch (field.kind) {
    case 'text':
      return <TextValue {...place} />;
    case 'longText':
      return <TextValue {...place} rows={3} />;
    case 'markdown':
    case 'html':
    case 'code':
      return <TextValue {...place} rows={8} />;
    case 'richText':
      return <HtmlValue {...place} />;
    case 'number':
      return <NumberValue {...place} />;
    case 'flag':
      return <FlagValue {...place} />;
    case 'choice':
      return (
        <ChoiceValue
          {...place}
          choices={(field.choices ?? []).map((value) => ({
            value,
            label: field.choiceLabels?.[value] ?? named('choice', value),
          }))}
        />
      );
    case 'link':
      return <LinkValue {...place} />;
    case 'image':
      return <ImageField {...place} />;
    case 'images':
      return <GalleryImages {...place} />;
    case 'file':
      return <FileValue {...place} />;
    case 'collection':
    case 'form':
    case 'navigation':
      return <SiteChoice {...place} of={field.kind} />;
    case 'product':
      return <PickProduct {...place} />;
    case 'location':
      return <LocationFields path={path} pointer={pointer} />;
    case 'dataset':
      return <ChartEditor {...place} />;
    case 'gallery':
      return <GalleryOptions {...place} />;
    case 'list':
      return <ListField {...place} of={field.of ?? []} />;
  }
}

type Place = { path: string; pointer: string; label: string };

function FileValue({ path, pointer, label }: Place) {
  const [value, set] = useText(path, pointer, label);
  return <PickFile label={label} value={value} onChange={(file) => set(file.url)} />;
}

/** One of the site's own collections, forms or menus. */
function SiteChoice({ path, pointer, label, of }: Place & { of: 'collection' | 'form' | 'navigation' }) {
  const site = useSite();
  const choices = {
    collection: site.collections.map(({ folder, title }) => ({ value: folder, label: title })),
    form: site.forms.map(({ id, name }) => ({ value: id, label: name })),
    navigation: site.template.navigations.map(({ name, title }) => ({ value: name, label: title })),
  }[of];
  const chosen = textAt(useJson(path), pointer);
  return (
    <>
      <ChoiceValue path={path} pointer={pointer} label={label} choices={choices} />
      {of === 'form' ? <AnswersLink form={chosen} /> : null}
    </>
  );
}

const blank = (fields: readonly FieldSpec[]): Json =>
  Object.fromEntries(fields.filter(({ kind }) => kind === 'text' || kind === 'richText').map(({ key }) => [key, '']));

/** Entries of a block that has several: questions, dates, dishes. */
function ListField({ path, pointer, label, of }: Place & { of: readonly FieldSpec[] }) {
  const json = useJson(path);
  const edit = useEdit(path);
  const entries = listAt(json, pointer);
  return (
    <fieldset className={ui.stack} style={{ margin: 0, minInlineSize: 0 }} data-pointer={pointer}>
      <legend className={ui.label}>{label}</legend>
      {entries.map((entry, index) => {
        const place = `${pointer}/${index}`;
        return (
          // The place is all that an entry has.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} className={styles.entry}>
            <div className={ui.actions}>
              <IconButton
                icon="up"
                label={t('list.up', { n: index + 1 })}
                isDisabled={index === 0}
                onPress={() => edit(label, [{ op: 'move', from: place, pointer: `${pointer}/${index - 1}` }])}
              />
              <IconButton
                icon="remove"
                label={t('list.remove', { n: index + 1 })}
                onPress={() => edit(label, [{ op: 'remove', pointer: place }])}
              />
            </div>
            {isObject(entry)
              ? of.map((field) => (
                  <SpecField key={field.key} path={path} pointer={`${place}/${field.key}`} field={field} />
                ))
              : null}
          </div>
        );
      })}
      <Button icon="add" onPress={() => edit(label, [{ op: 'insert', pointer: `${pointer}/-`, value: blank(of) }])}>
        {t('list.add')}
      </Button>
    </fieldset>
  );
}
