import type { components } from '../../contract/editor.gen.ts';
import { isColour } from './colour.ts';
import type { Edit } from './edit.ts';
import type { TweakValue } from './emitter.ts';
import { at, type Json, pointer } from './json.ts';

type Schemas = components['schemas'];
/** What a template lets the owner set (E-114): the template's own value, and the one that the owner has set. */
export type Tweak = Schemas['Tweak'];
export type TweakKind = Schemas['TweakKind'];

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** What a tweak is when neither the owner nor the template says anything. */
const NOTHING: Record<TweakKind, TweakValue> = {
  color: '',
  font: '',
  range: 0,
  checkbox: false,
  select: '',
  image: '',
};

/** The template's own value, as its control takes it. */
export function ownValue(tweak: Tweak): TweakValue {
  const { default: given, kind } = tweak;
  if (kind === 'range') return numberOf(given) ?? tweak.min ?? 0;
  if (kind === 'checkbox') return given === true || given === 'true';
  return typeof given === 'string' ? given : NOTHING[kind];
}

const place = (name: string): string => pointer('tweaks', name);

/** What a site says of a tweak, or the template's own. */
export function tweakValue(site: Json | undefined, tweak: Tweak): TweakValue {
  const value = at(site, place(tweak.name));
  if (tweak.kind === 'range') return numberOf(value) ?? ownValue(tweak);
  if (tweak.kind === 'checkbox') return value === undefined ? ownValue(tweak) : value === true || value === 'true';
  return typeof value === 'string' ? value : ownValue(tweak);
}

/** As it stands in site.json, and after the `:` of a style sheet. */
export const cssValue = (tweak: Tweak, value: TweakValue): string =>
  tweak.kind === 'range' ? `${value}${tweak.unit ?? ''}` : String(value);

/** As a custom property has it: a picture is an address there. */
export const propertyValue = (tweak: Tweak, value: TweakValue): string =>
  tweak.kind === 'image' ? `url(${JSON.stringify(String(value))})` : cssValue(tweak, value);

/** The class of a page where this is so; none of a tweak that is neither chosen nor switched. */
export function classOf(tweak: Tweak, value: TweakValue): string | undefined {
  if (tweak.kind === 'checkbox') return value === true ? (tweak.class ?? `tweak-${tweak.name}`) : undefined;
  if (tweak.kind !== 'select' || value === '') return undefined;
  if (tweak.class) return `${tweak.class}-${ofTitle(String(value))}`;
  // A choice of a font is a declaration of its rule.
  if (tweak.class === '') return undefined;
  return `tweak-${tweak.name}-${String(value).replaceAll(/[^\p{Alphabetic}\p{N}_-]/gu, '-')}`;
}

/** A choice as part of a class, where a comment of a style sheet declares it: `Bag (Small)` is `bag-small`. */
const ofTitle = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-');

/** Every class that a tweak can bring. */
export function classesOf(tweak: Tweak): string[] {
  const values: TweakValue[] = tweak.kind === 'checkbox' ? [true] : tweak.options.map((option) => option.value);
  return values.flatMap((value) => classOf(tweak, value) ?? []);
}

export type TweakProblem = 'style.badColour' | 'style.notAnOption';

export function tweakProblem(tweak: Tweak, value: TweakValue): TweakProblem | null {
  if (tweak.kind === 'color' && !isColour(String(value))) return 'style.badColour';
  if (tweak.kind === 'select' && !tweak.options.some((option) => option.value === value)) return 'style.notAnOption';
  return null;
}

/** The edits that set a tweak. A value that is the template's own is not written into the site. */
export function setTweak(site: Json | undefined, tweak: Tweak, value: TweakValue): Edit[] {
  if (value === ownValue(tweak)) return resetTweak(site, tweak);
  const stored =
    tweak.kind === 'checkbox'
      ? value === true
      : tweak.kind === 'range' && !tweak.unit
        ? Number(value)
        : cssValue(tweak, value);
  return [{ op: 'set', pointer: place(tweak.name), value: stored }];
}

export const resetTweak = (site: Json | undefined, tweak: Tweak): Edit[] =>
  at(site, place(tweak.name)) === undefined ? [] : [{ op: 'remove', pointer: place(tweak.name) }];

const PIXELS_OF_REM = 16;

/** A value of a slider as people say it: a factor in percent, what a style sheet counts in `rem` in pixels. */
export function spoken({ unit, step }: Pick<Tweak, 'unit' | 'step'>, value: number): string {
  if (unit === 'rem') return `${Math.round(value * PIXELS_OF_REM)} px`;
  if (unit) return `${value} ${unit}`;
  return step != null && step < 1 ? `${Math.round(value * 100)} %` : String(value);
}
