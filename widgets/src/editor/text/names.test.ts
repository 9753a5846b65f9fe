import { BLOCKS, type FieldSpec } from '../core/blocks.ts';
import { ANCHORS, OPTIONS } from '../core/galleryOptions.ts';
import { LANGUAGES } from './language.ts';

/** What the editor puts together (`named`) of the names of blocks, their fields, choices and layouts. */
function composed(): string[] {
  const keys = new Set(['PENDING', 'PAID', 'FULFILLED', 'CANCELLED'].map((state) => `order.${state}`));
  const add = (fields: readonly FieldSpec[]): void => {
    for (const field of fields) {
      keys.add(`field.${field.key}`);
      for (const choice of field.choices ?? []) keys.add(`choice.${choice}`);
      add(field.of ?? []);
    }
  };
  for (const block of BLOCKS) {
    keys.add(`block.${block.name}`);
    add(block.fields);
    for (const [, name] of block.variants ?? [])
      keys.add(`variant.${name.replace(`${block.name.replace('-v2', '')}-`, '')}`);
  }
  for (const option of OPTIONS) {
    keys.add(`gallery.${option.name}`);
    if (option.kind === 'word') for (const word of option.words) keys.add(`choice.${word}`);
  }
  for (const anchor of ANCHORS) keys.add(`anchor.${anchor}`);
  return [...keys].sort();
}

test.each(LANGUAGES.filter(({ tag }) => tag !== 'en').map((one) => [one.name, one] as const))(
  'what English reads off a name has a word in %s',
  async (_, one) => {
    const words = await one.load();
    expect(composed().filter((key) => !(key in words))).toEqual([]);
  },
);
