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
import {
  addField,
  type FieldProperty,
  type FieldType,
  type FormSchema,
  OFFERED_TYPES,
  propertiesOf,
} from '../core/formSchema.ts';
import { listAt, plainText, textAt, at as valueAt } from '../core/json.ts';
import { useEdit, useElement, useJson } from '../state/context.ts';
import { named, t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { FlagValue, NumberValue, TextValue } from '../values/values.tsx';

type Props = { path: string; at: string; schema: FormSchema };

/** The fields of a form in their order; one at a time is open (E-084…E-104). */
export function FieldList({ path, at, schema }: Props) {
  const json = useJson(path);
  const edit = useEdit(path);
  const fields = listAt(json, '/fields');
  const [open, setOpen] = useElement(path, '/fields');
  const [lastAt, setLastAt] = useState('');
  if (at !== lastAt) {
    setLastAt(at);
    const found = /^\/fields\/(\d+)/.exec(at)?.[1];
    if (found !== undefined) setOpen(Number(found));
  }
  const move = (from: number, to: number) => {
    setOpen(null);
    edit(t('forms.moveField'), [
      { op: 'move', from: `/fields/${from}`, pointer: `/fields/${from < to ? to - 1 : to}` },
    ]);
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key !== undefined) move(Number(key), Number(target.key) + (target.dropPosition === 'after' ? 1 : 0));
    },
  });
  return (
    <div className={ui.stack} data-pointer="/fields">
      <GridList
        aria-label={t('forms.fields')}
        className={styles.blocks ?? ''}
        items={fields.map((field, index) => ({ id: index, field }))}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={open === null ? [] : [open]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys];
          setOpen(key === undefined ? null : Number(key));
        }}
        dragAndDropHooks={dragAndDropHooks}
        renderEmptyState={() => t('forms.noFields')}
      >
        {({ id, field }) => {
          const title = textAt(field, '/title') || textAt(field, '/id');
          return (
            <GridListItem id={id} textValue={title} className={styles.block ?? ''}>
              <Plain slot="drag" className={styles.drag ?? ''}>
                <Icon name="drag" />
              </Plain>
              <span className={styles.title}>
                <strong>{title}</strong> {named('fieldType', textAt(field, '/type'))}
              </span>
            </GridListItem>
          );
        }}
      </GridList>
      <MenuTrigger>
        <Button icon="add">{t('forms.addField')}</Button>
        <Popover className={`loggia-editor-layer ${ui.popover ?? ''}`}>
          <Menu
            aria-label={t('forms.addField')}
            className={ui.list ?? ''}
            onAction={(key) => {
              const type = key as FieldType;
              edit(t('forms.addField'), addField(json, type, named('fieldType', type)));
              setOpen(fields.length);
            }}
          >
            {OFFERED_TYPES.map((type) => (
              <MenuItem key={type} id={type} className={ui.option ?? ''}>
                {named('fieldType', type)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {open !== null && fields[open] !== undefined ? (
        <FieldSettings
          key={open}
          path={path}
          index={open}
          schema={schema}
          count={fields.length}
          onMove={(to) => {
            move(open, to);
            setOpen(open < to ? to - 1 : to);
          }}
          onRemove={() => {
            setOpen(null);
            edit(t('forms.removeField'), [{ op: 'remove', pointer: `/fields/${open}` }]);
          }}
        />
      ) : null}
    </div>
  );
}

type SettingsProps = {
  path: string;
  index: number;
  count: number;
  schema: FormSchema;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function FieldSettings({ path, index, count, schema, onMove, onRemove }: SettingsProps) {
  const json = useJson(path);
  const place = `/fields/${index}`;
  const type = textAt(json, `${place}/type`) as FieldType;
  const name = named('fieldType', type);
  return (
    <section className={styles.inspector} aria-label={t('forms.fieldSettings', { name })}>
      <header>
        <h3>{name}</h3>
        <IconButton icon="up" label={t('forms.fieldUp')} isDisabled={index === 0} onPress={() => onMove(index - 1)} />
        <IconButton
          icon="down"
          label={t('forms.fieldDown')}
          isDisabled={index === count - 1}
          onPress={() => onMove(index + 2)}
        />
        <IconButton icon="remove" label={t('forms.removeField')} onPress={onRemove} />
      </header>
      {propertiesOf(schema, type).map((property) => (
        <Property key={property} property={property} type={type} path={path} place={place} />
      ))}
    </section>
  );
}

type PropertyProps = { property: FieldProperty; type: FieldType; path: string; place: string };

function Property({ property, type, path, place }: PropertyProps) {
  const at = { path, pointer: `${place}/${property}`, label: named('property', property) };
  switch (property) {
    case 'required':
    case 'showCountryCode':
    case 'underline':
      return <FlagValue {...at} />;
    case 'maxLength':
      return <NumberValue {...at} least={0} most={100_000} />;
    case 'options':
      return <OptionLines {...at} label={t(type === 'likert' ? 'property.questions' : 'property.options')} />;
    case 'title':
    case 'description':
    case 'placeholder':
    case 'currencySymbol':
    case 'key':
    case 'value':
      return <TextValue {...at} />;
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The choices of a field, one a line. */
function OptionLines({ path, pointer, label }: { path: string; pointer: string; label: string }) {
  const json = useJson(path);
  const edit = useEdit(path);
  const stored = listAt(json, pointer).map(plainText).join('\n');
  const [typed, setTyped] = useState(stored);
  const [last, setLast] = useState(stored);
  if (stored !== last) {
    setLast(stored);
    // Taken back, or changed elsewhere: what is typed here stays unless somebody else has set something else.
    if (linesOf(typed).join('\n') !== stored) setTyped(stored);
  }
  return (
    <TextField
      label={label}
      help={t('property.onePerLine')}
      rows={5}
      value={typed}
      pointer={pointer}
      error={linesOf(typed).length === 0 && valueAt(json, pointer) !== undefined ? t('forms.optionsNeeded') : undefined}
      onChange={(text) => {
        setTyped(text);
        if (linesOf(text).length > 0) edit(label, [{ op: 'set', pointer, value: linesOf(text) }], `${path}#${pointer}`);
      }}
    />
  );
}
