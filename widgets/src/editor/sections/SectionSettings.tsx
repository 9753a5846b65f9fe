import { useState } from 'react';
import { isColour } from '../core/colour.ts';
import type { Edit } from '../core/edit.ts';
import { at, isObject, type Json, listAt, textAt } from '../core/json.ts';
import { urlSlug } from '../core/urlFilter.ts';
import { ImageField } from '../files/ImageField.tsx';
import { PickFile } from '../files/PickFile.tsx';
import { useEdit, useFault, useJson, useSite } from '../state/context.ts';
import { Button } from '../ui/Button.tsx';
import { type Choice, NumberField, Select, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { hasRows } from './presets.ts';
import styles from './sections.module.css';
import { w } from './text.ts';
import type { Word } from './words/en.ts';

type Props = { path: string; where: string };
type Field = Props & { member: string; label: string };

/** How a section looks: its colors, what stands behind it, its room, and at which widths it is seen. */
export function SectionSettings({ path, where }: Props) {
  const section = at(useJson(path), where);
  const theme = textAt(section, '/theme');
  const themes = ['white', 'light', 'bright', 'dark', 'black'];
  const place = { path, where };
  return (
    <div className={ui.stack}>
      <WordField
        {...place}
        member="/theme"
        label={w('theme')}
        words={theme !== '' && !themes.includes(theme) ? [...themes, theme] : themes}
        nameOf={(word) => (themes.includes(word) ? w(`theme.${word}` as Word) : word)}
      />
      <details className={styles.part}>
        <summary>{w('background')}</summary>
        <div className={ui.stack}>
          <ColorField {...place} member="/background/color" label={w('background.color')} />
          <GradientField {...place} />
          <ImageField path={path} pointer={`${where}/background/image`} label={w('background.picture')} />
          <VideoField {...place} />
          <PercentField {...place} member="/background/overlayOpacity" label={w('background.overlay')} />
          <WordField
            {...place}
            member="/background/width"
            label={w('background.width')}
            words={['full-bleed', 'inset']}
          />
        </div>
      </details>
      <details className={styles.part}>
        <summary>{w('size')}</summary>
        <div className={ui.stack}>
          <SizeField
            {...place}
            member="/height"
            label={w('height')}
            words={['small', 'medium', 'large']}
            unit="%"
            most={500}
          />
          <WordField {...place} member="/verticalAlignment" label={w('vertical')} words={['top', 'middle', 'bottom']} />
          {hasRows(section) ? (
            <>
              <SizeField
                {...place}
                member="/contentWidth"
                label={w('width')}
                words={['narrow', 'medium', 'wide']}
                unit="%"
                most={100}
              />
              <WordField
                {...place}
                member="/horizontalAlignment"
                label={w('horizontal')}
                words={['left', 'center', 'right']}
              />
            </>
          ) : null}
          <SizeField {...place} member="/spacing/top" label={w('spacing.top')} words={SPACES} unit="px" most={400} />
          <SizeField
            {...place}
            member="/spacing/bottom"
            label={w('spacing.bottom')}
            words={SPACES}
            unit="px"
            most={400}
          />
          <WordField
            {...place}
            member="/divider"
            label={w('divider')}
            words={['slant', 'slant-back', 'point', 'curve', 'wave']}
          />
        </div>
      </details>
      <details className={styles.part}>
        <summary>{w('more')}</summary>
        <div className={ui.stack}>
          <AnchorField {...place} />
          <WordField {...place} member="/visibleOn" label={w('visible')} words={['desktop', 'mobile']} />
        </div>
      </details>
    </div>
  );
}

const SPACES = ['none', 'small', 'medium', 'large'];
/** What a choice is called that leaves a member out of the file. */
const UNSET = '-';
const OWN = '=';

/** The edits that put a member of a section, or take it away. An object that would be left empty goes with it. */
function put(section: Json | undefined, where: string, member: string, value: Json | undefined): Edit[] {
  if (value !== undefined) return [{ op: 'set', pointer: `${where}${member}`, value }];
  if (at(section, member) === undefined) return [];
  const above = member.slice(0, member.lastIndexOf('/'));
  const holder = above === '' ? undefined : at(section, above);
  if (isObject(holder) && Object.keys(holder).length === 1) return put(section, where, above, undefined);
  return [{ op: 'remove', pointer: `${where}${member}` }];
}

function useMember({ path, where, member, label }: Field): [Json | undefined, (value: Json | undefined) => void] {
  const section = at(useJson(path), where);
  const edit = useEdit(path);
  return [
    at(section, member),
    (value) => void edit(label, put(section, where, member, value), `${path}#${where}${member}`),
  ];
}

type WordProps = Field & { words: readonly string[]; nameOf?: (word: string) => string };

function WordField({ words, nameOf = (word) => w(`word.${word}` as Word), ...field }: WordProps) {
  const [value, set] = useMember(field);
  const pointer = `${field.where}${field.member}`;
  return (
    <Select
      label={field.label}
      value={typeof value === 'string' && words.includes(value) ? value : UNSET}
      choices={[
        { value: UNSET, label: w('unset') },
        ...words.map((word): Choice => ({ value: word, label: nameOf(word) })),
      ]}
      onChange={(word) => set(word === UNSET ? undefined : word)}
      pointer={pointer}
      error={useFault(field.path, pointer)}
    />
  );
}

type SizeProps = Field & { words: readonly string[]; unit: '%' | 'px'; most: number };

/** A length by its name, or as a number. */
function SizeField({ words, unit, most, ...field }: SizeProps) {
  const [value, set] = useMember(field);
  const pointer = `${field.where}${field.member}`;
  const number = typeof value === 'number' ? value : undefined;
  return (
    <div className={ui.row}>
      <Select
        label={field.label}
        value={number === undefined ? (typeof value === 'string' ? value : UNSET) : OWN}
        choices={[
          { value: UNSET, label: w('unset') },
          ...words.map((word): Choice => ({ value: word, label: w(`word.${word}` as Word) })),
          { value: OWN, label: w(unit === '%' ? 'ownPercent' : 'ownPixels') },
        ]}
        onChange={(word) => set(word === UNSET ? undefined : word === OWN ? 50 : word)}
        pointer={pointer}
        error={useFault(field.path, pointer)}
      />
      {number === undefined ? null : (
        <NumberField
          label={w('number', { label: field.label })}
          hideLabel
          value={number}
          least={0}
          most={most}
          onChange={set}
        />
      )}
    </div>
  );
}

function PercentField(field: Field) {
  const [value, set] = useMember(field);
  return (
    <NumberField
      label={field.label}
      value={typeof value === 'number' ? value : 0}
      least={0}
      most={100}
      onChange={(next) => set(next === 0 ? undefined : next)}
      pointer={`${field.where}${field.member}`}
      error={useFault(field.path, `${field.where}${field.member}`)}
    />
  );
}

/** A color of the site’s palette, or one that is written. */
function ColorField(field: Field) {
  const [value, set] = useMember(field);
  const error = useFault(field.path, `${field.where}${field.member}`);
  return (
    <Color
      label={field.label}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => set(text || undefined)}
      error={error}
    />
  );
}

type ColorProps = { label: string; value: string; onChange: (color: string) => void; error?: string | undefined };

/** While somebody writes, it is not yet a color; the file gets it when it is one. */
function Color({ label, value, onChange, error }: ColorProps) {
  const { template } = useSite();
  const [typed, setTyped] = useState<string | null>(null);
  const palette = template.tweaks
    .filter(({ kind }) => kind === 'color')
    .map(({ name, label: text }): Choice => ({ value: `var(--${name})`, label: text }));
  const isOwn = value !== '' && !palette.some((one) => one.value === value);
  const text = typed ?? value;
  const isWrong = text !== '' && !isColour(text) && !text.startsWith('var(--');
  return (
    <div className={styles.color}>
      <span
        className={styles.swatch}
        aria-hidden="true"
        style={isWrong ? {} : { background: swatch(value, template.tweaks) }}
      />
      <Select
        label={label}
        value={typed !== null || isOwn ? OWN : value || UNSET}
        choices={[{ value: UNSET, label: w('unset') }, ...palette, { value: OWN, label: w('color.own') }]}
        onChange={(choice) => {
          setTyped(choice === OWN ? (isOwn ? value : '#808080') : null);
          onChange(choice === UNSET ? '' : choice === OWN ? (isOwn ? value : '#808080') : choice);
        }}
      />
      {typed !== null || isOwn ? (
        <TextField
          label={w('color.written', { label })}
          hideLabel
          value={text}
          onChange={(next) => {
            setTyped(next);
            if (isColour(next)) onChange(next);
          }}
          error={isWrong ? w('color.wrong') : error}
        />
      ) : null}
    </div>
  );
}

/** A color of the palette as the template has it: its name means nothing to the editor’s own page. */
const swatch = (value: string, tweaks: readonly { name: string; default?: unknown }[]): string => {
  const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  const found = name === undefined ? undefined : tweaks.find((tweak) => tweak.name === name)?.default;
  return typeof found === 'string' ? found : value;
};

const NEW_GRADIENT = { angle: 135, colors: ['#1f2d3d', '#5b7f95'] };

function GradientField({ path, where }: Props) {
  const field = { path, where, member: '/background/gradient', label: w('background.gradient') };
  const [value, set] = useMember(field);
  const section = at(useJson(path), where);
  const edit = useEdit(path);
  const pointer = `${where}${field.member}`;
  const error = useFault(path, `${pointer}/colors`);
  if (!isObject(value))
    return (
      <Button icon="add" onPress={() => set(NEW_GRADIENT)}>
        {w('gradient.add')}
      </Button>
    );
  const colors = listAt(value, '/colors');
  const angle = at(value, '/angle');
  const change = (edits: Edit[], key: string) => void edit(field.label, edits, `${path}#${pointer}/${key}`);
  return (
    <fieldset className={ui.stack} style={{ margin: 0, minInlineSize: 0 }} data-pointer={pointer}>
      <legend className={ui.label}>{field.label}</legend>
      {colors.map((color, index) => (
        <Color
          // biome-ignore lint/suspicious/noArrayIndexKey: a color has nothing but its place
          key={index}
          label={w('gradient.color', { n: index + 1 })}
          value={typeof color === 'string' ? color : ''}
          error={index === 0 ? error : undefined}
          onChange={(next) => {
            if (next !== '') change([{ op: 'set', pointer: `${pointer}/colors/${index}`, value: next }], String(index));
            else if (colors.length > 2) change([{ op: 'remove', pointer: `${pointer}/colors/${index}` }], 'gone');
          }}
        />
      ))}
      <NumberField
        label={w('gradient.angle')}
        value={typeof angle === 'number' ? angle : 180}
        least={0}
        most={360}
        step={15}
        onChange={(next) => change([{ op: 'set', pointer: `${pointer}/angle`, value: next }], 'angle')}
      />
      <div className={ui.group} style={{ flexWrap: 'wrap' }}>
        {colors.length < 5 ? (
          <Button
            icon="add"
            onPress={() =>
              change([{ op: 'insert', pointer: `${pointer}/colors/${colors.length}`, value: '#ffffff' }], 'more')
            }
          >
            {w('gradient.more')}
          </Button>
        ) : null}
        <Button look="danger" onPress={() => edit(field.label, put(section, where, field.member, undefined))}>
          {w('gradient.remove')}
        </Button>
      </div>
    </fieldset>
  );
}

/** A film of the site behind the section. */
function VideoField({ path, where }: Props) {
  const field = { path, where, member: '/background/video', label: w('background.video') };
  const [value, set] = useMember(field);
  const url = textAt(value, '/url');
  return (
    <div className={ui.field}>
      <PickFile
        label={field.label}
        value={url}
        onChange={(file) => set({ ...(isObject(value) ? value : {}), url: file.url })}
      />
      {value === undefined ? null : (
        <Button look="danger" onPress={() => set(undefined)}>
          {w('video.remove')}
        </Button>
      )}
    </div>
  );
}

/** The name by which links lead here. Another section of the page must not have it. */
function AnchorField({ path, where }: Props) {
  const field = { path, where, member: '/id', label: w('anchor') };
  const [value, set] = useMember(field);
  const sections = listAt(useJson(path), '/sections');
  const text = typeof value === 'string' ? value : '';
  const isTaken = text !== '' && sections.filter((one) => textAt(one, '/id') === text).length > 1;
  return (
    <TextField
      label={field.label}
      help={text === '' ? w('anchor.help') : w('anchor.link', { id: text })}
      value={text}
      onChange={(next) => set(urlSlug(next) || undefined)}
      pointer={`${where}/id`}
      error={isTaken ? w('anchor.taken') : undefined}
    />
  );
}
