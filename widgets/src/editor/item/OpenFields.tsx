import { isObject, type Json, pointer as pointerTo } from '../core/json.ts';
import { ImageField } from '../files/ImageField.tsx';
import { useEdit, useJson } from '../state/context.ts';
import { named, t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { FlagValue, HtmlValue, LinkValue, NumberValue, TextValue } from '../values/values.tsx';

/** What every page has, and other fields show. */
const KNOWN = new Set([
  'id',
  'title',
  'urlId',
  'typeName',
  'type',
  'layout',
  'description',
  'ordering',
  'pageSize',
  'view',
  'enabled',
  'access',
  'password',
  'rows',
  'blocks',
  'sections',
  'slices',
  'mainContent',
  'navigationTitle',
  'folder',
  'folderBehavior',
  'items',
  'categories',
  'tags',
  'status',
  'collectionId',
  'recordType',
]);

/** What the owner's template asks for besides: a hero with its picture, a list of promises. Each value by what it is. */
export function OpenFields({ path }: { path: string }) {
  const json = useJson(path);
  if (!isObject(json)) return null;
  return Object.entries(json)
    .filter(([key]) => !KNOWN.has(key))
    .map(([key, value]) => <OpenField key={key} path={path} pointer={pointerTo(key)} name={key} value={value} />);
}

type Props = { path: string; pointer: string; name: string; value: Json };

export function OpenField({ path, pointer, name, value }: Props) {
  const label = named('field', name);
  const place = { path, pointer, label };
  if (typeof value === 'boolean') return <FlagValue {...place} />;
  if (typeof value === 'number') return <NumberValue {...place} />;
  if (typeof value === 'string') {
    if (/^\s*<[a-z]/i.test(value)) return <HtmlValue {...place} />;
    if (/url$/i.test(name)) return <LinkValue {...place} />;
    return <TextValue {...place} {...(value.length > 60 ? { rows: 3 } : {})} />;
  }
  if (isObject(value)) {
    if ('assetUrl' in value) return <ImageField label={label} path={path} pointer={pointer} />;
    return (
      <fieldset className={ui.stack} style={{ margin: 0 }}>
        <legend className={ui.label}>{label}</legend>
        {Object.entries(value).map(([key, inner]) => (
          <OpenField key={key} path={path} pointer={`${pointer}${pointerTo(key)}`} name={key} value={inner} />
        ))}
      </fieldset>
    );
  }
  return Array.isArray(value) ? <OpenList {...place} values={value} /> : null;
}

/** An empty one of the same shape. */
const emptied = (value: Json): Json => {
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (!isObject(value)) return [];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !(isObject(inner) && 'assetUrl' in inner))
      .map(([key, inner]) => [key, emptied(inner)]),
  );
};

function OpenList({ path, pointer, label, values }: { path: string; pointer: string; label: string; values: Json[] }) {
  const edit = useEdit(path);
  return (
    <fieldset className={ui.stack} style={{ margin: 0 }}>
      <legend className={ui.label}>{label}</legend>
      {values.map((value, index) => (
        // The place is all that an entry of an open list has.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={ui.stack}>
          <div className={ui.actions}>
            <IconButton
              icon="up"
              label={t('list.up', { n: index + 1 })}
              isDisabled={index === 0}
              onPress={() =>
                edit(label, [{ op: 'move', from: `${pointer}/${index}`, pointer: `${pointer}/${index - 1}` }])
              }
            />
            <IconButton
              icon="remove"
              label={t('list.remove', { n: index + 1 })}
              onPress={() => edit(label, [{ op: 'remove', pointer: `${pointer}/${index}` }])}
            />
          </div>
          <OpenField path={path} pointer={`${pointer}/${index}`} name={String(index + 1)} value={value} />
        </div>
      ))}
      <Button
        icon="add"
        onPress={() => edit(label, [{ op: 'insert', pointer: `${pointer}/-`, value: emptied(values.at(-1) ?? '') }])}
      >
        {t('list.add')}
      </Button>
    </fieldset>
  );
}
