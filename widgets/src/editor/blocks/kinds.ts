import type { Site } from '../client/wire.ts';
import { type BlockSpec, blockOf, type FieldKind, type FieldSpec } from '../core/blocks.ts';
import { isObject, type Json } from '../core/json.ts';
import { useSite } from '../state/context.ts';
import { named, t } from '../text/words.ts';

type OwnKind = Site['template']['blocks'][number];
type OwnField = OwnKind['fields'][number];

/** A kind of block that the template brings, in the shape of ours. */
const specOf = ({ name, title, fields, value }: OwnKind): BlockSpec => ({
  code: 0,
  name,
  title,
  group: 'own',
  fields: fields.map(fieldOf),
  ...(isObject(value) ? { value } : {}),
});

const fieldOf = ({ key, kind, label, choices, of }: OwnField): FieldSpec => ({
  key,
  // The server has no other kinds than those that have a control here.
  kind: kind as FieldKind,
  ...(label ? { label } : {}),
  choices: choices.map((choice) => choice.value),
  choiceLabels: Object.fromEntries(choices.map((choice) => [choice.value, choice.label])),
  of: of.map(fieldOf),
});

/** The kinds of block that the template brings. */
export const useOwnKinds = (): readonly BlockSpec[] => useSite().template.blocks.map(specOf);

/** The kind that a file means by the `type` of a block: one of ours, or of the template's. */
export function useBlockOf(): (type: Json | undefined) => BlockSpec | undefined {
  const own = useOwnKinds();
  return (type) => blockOf(type) ?? own.find(({ name }) => name === type);
}

/** What a kind of block is called; one that nobody knows, too. */
export const kindTitle = (spec: BlockSpec | undefined): string =>
  spec ? (spec.title ?? named('block', spec.name)) : t('blocks.unknown');
