import { clamped, DESIGNS, type Design, type GalleryOption, optionsOf } from '../core/galleryOptions.ts';
import { at, plainText } from '../core/json.ts';
import { useEdit, useJson } from '../state/context.ts';
import { named, t } from '../text/words.ts';
import { NumberField, Select, Switch } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { AnchorField } from './AnchorField.tsx';

type Props = { path: string; pointer: string; label: string };

/** The design of a gallery: its block's variant, or what its options say, or a grid (E-115). */
function designOf(block: ReturnType<typeof at>): Design {
  const variant = at(block, '/variant');
  const design = at(block, '/value/options/design');
  return (typeof variant === 'number' ? DESIGNS[variant - 1000] : DESIGNS.find((name) => name === design)) ?? 'grid';
}

/** Every option that the gallery's design has, each within its range (E-116…E-122). */
export function GalleryOptions({ path, pointer, label }: Props) {
  const json = useJson(path);
  const block = at(json, pointer.replace(/\/value\/options$/, ''));
  return (
    <fieldset className={ui.stack} style={{ margin: 0 }} data-pointer={pointer}>
      <legend className={ui.label}>{label}</legend>
      {optionsOf(designOf(block)).map((option) => (
        <Option key={option.name} path={path} pointer={`${pointer}/${option.name}`} option={option} />
      ))}
    </fieldset>
  );
}

function Option({ path, pointer, option }: { path: string; pointer: string; option: GalleryOption }) {
  const value = at(useJson(path), pointer);
  const edit = useEdit(path);
  const label = named('gallery', option.name);
  const set = (next: boolean | number | string) =>
    void edit(label, [{ op: 'set', pointer, value: next }], `${path}#${pointer}`);
  switch (option.kind) {
    case 'flag':
      return (
        <Switch
          label={label}
          isOn={typeof value === 'boolean' ? value : option.default}
          onChange={set}
          pointer={pointer}
        />
      );
    case 'whole':
      return (
        <NumberField
          label={option.unit ? `${label} (${option.unit})` : label}
          value={typeof value === 'number' ? clamped(option, value) : option.default}
          least={option.least}
          most={option.most}
          step={1}
          onChange={(next) => set(clamped(option, next))}
          help={t('gallery.range', { least: option.least, most: option.most })}
          pointer={pointer}
        />
      );
    case 'word':
      if (option.name === 'meta-position')
        return (
          <AnchorField label={label} value={plainText(value) || option.default} allowed={option.words} onChange={set} />
        );
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? value : option.default}
          choices={option.words.map((word) => ({ value: word, label: named('choice', word) }))}
          onChange={set}
          pointer={pointer}
        />
      );
  }
}
