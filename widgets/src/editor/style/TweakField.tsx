import { useState } from 'react';
import {
  ColorArea,
  ColorPicker,
  ColorSlider,
  ColorThumb,
  Dialog,
  DialogTrigger,
  Label,
  Button as Plain,
  Popover,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { asHex, written } from '../core/colour.ts';
import type { TweakValue } from '../core/emitter.ts';
import { spoken, type Tweak, tweakProblem } from '../core/tweak.ts';
import { PickFile } from '../files/PickFile.tsx';
import { t } from '../text/words.ts';
import { IconButton } from '../ui/Button.tsx';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { FontField } from './FontField.tsx';
import styles from './style.module.css';

type Props = {
  tweak: Tweak;
  value: TweakValue;
  onChange: (value: TweakValue) => void;
  onReset?: (() => void) | undefined;
};

/** One thing that can be set, by its kind, with the way back to the template's own. */
export function TweakField({ tweak, value, onChange, onReset }: Props) {
  return (
    <div className={ui.group} style={{ alignItems: 'end' }}>
      <div style={{ flex: 1, minInlineSize: 0 }}>
        <Control tweak={tweak} value={value} onChange={onChange} />
      </div>
      {onReset ? <IconButton icon="undo" label={t('style.resetOne', { name: tweak.label })} onPress={onReset} /> : null}
    </div>
  );
}

function Control({ tweak, value, onChange }: Props) {
  switch (tweak.kind) {
    case 'color':
      return <ColourField tweak={tweak} value={String(value)} onChange={onChange} />;
    case 'font':
      return <FontField label={tweak.label} value={String(value)} onChange={onChange} />;
    case 'range':
      return <RangeField tweak={tweak} value={Number(value)} onChange={onChange} />;
    case 'checkbox':
      return <Switch label={tweak.label} isOn={value === true} onChange={onChange} />;
    case 'select':
      return (
        <Select
          label={tweak.label}
          value={tweak.options.some((option) => option.value === value) ? String(value) : null}
          choices={tweak.options}
          onChange={onChange}
          error={
            value !== '' && tweakProblem(tweak, value) ? t('style.notAnOption', { val: String(value) }) : undefined
          }
        />
      );
    case 'image':
      return (
        <PickFile label={tweak.label} value={String(value)} type="image/" onChange={(file) => onChange(file.url)} />
      );
  }
}

type ColourProps = { tweak: Tweak; value: string; onChange: (value: TweakValue) => void };

/** A colour, chosen or written in any of the ways that are taken (E-112, E-113). */
export function ColourField({ tweak, value, onChange }: ColourProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const problem = tweakProblem(tweak, text);
  return (
    <div className={ui.group} style={{ alignItems: 'end' }}>
      <ColorPicker
        value={asHex(value) ?? '#000000'}
        onChange={(colour) => {
          setTyped(null);
          const next = written(colour.toString('rgba'));
          if (next && next !== asHex(value)) onChange(next);
        }}
      >
        <DialogTrigger>
          <Plain className={styles.swatch ?? ''} aria-label={t('style.pick', { name: tweak.label })}>
            <span className={styles.color} style={{ display: 'block', background: value }} />
          </Plain>
          <Popover className={`loggia-editor-layer ${ui.popover ?? ''}`}>
            <Dialog className={styles.picker ?? ''} aria-label={tweak.label}>
              <ColorArea colorSpace="hsb" xChannel="saturation" yChannel="brightness" className={styles.area ?? ''}>
                <ColorThumb className={styles.thumb ?? ''} />
              </ColorArea>
              <ColorSlider colorSpace="hsb" channel="hue" aria-label={t('style.hue')}>
                <SliderTrack className={styles.track ?? ''}>
                  <ColorThumb className={styles.thumb ?? ''} />
                </SliderTrack>
              </ColorSlider>
            </Dialog>
          </Popover>
        </DialogTrigger>
      </ColorPicker>
      <div style={{ flex: 1 }}>
        <TextField
          label={tweak.label}
          value={text}
          error={problem ? t(problem, { val: text }) : undefined}
          onChange={(next) => {
            setTyped(next);
            if (tweakProblem(tweak, next) === null) onChange(next.trim());
          }}
          onBlur={() => {
            if (problem === null) setTyped(null);
          }}
        />
      </div>
    </div>
  );
}

type RangeProps = { tweak: Tweak; value: number; onChange: (value: TweakValue) => void };

function RangeField({ tweak, value, onChange }: RangeProps) {
  return (
    <Slider
      className={styles.range ?? ''}
      value={value}
      minValue={tweak.min ?? 0}
      maxValue={tweak.max ?? 100}
      step={tweak.step ?? 1}
      onChange={onChange}
    >
      <Label className={ui.label ?? ''}>{tweak.label}</Label>
      <SliderOutput>{spoken(tweak, value)}</SliderOutput>
      <SliderTrack className={styles.rail ?? ''}>
        <SliderThumb className={styles.knob ?? ''} />
      </SliderTrack>
    </Slider>
  );
}
