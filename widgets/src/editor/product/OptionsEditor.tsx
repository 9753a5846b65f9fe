import { useState } from 'react';
import { combinations, MAX_VARIANTS, type Option, optionsOf, setOptions } from '../core/product.ts';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';

type Props = { path: string; currency: string; isGiftCard: boolean };
type Draft = { name: string; values: string };

const toDraft = (options: readonly Option[]): Draft[] =>
  options.map(({ name, values }) => ({ name, values: values.join(', ') }));
const toOptions = (drafts: readonly Draft[]): Option[] =>
  drafts.map(({ name, values }) => ({
    name: name.trim(),
    values: [
      ...new Set(
        values
          .split(',')
          .map((value) => value.trim())
          .filter(Boolean),
      ),
    ],
  }));

/** What a shopper chooses between; the variants are made from it, and keep the values they had before. */
export function OptionsEditor({ path, currency, isGiftCard }: Props) {
  const json = useJson(path) ?? null;
  const edit = useEdit(path);
  const [drafts, setDrafts] = useState<Draft[]>(() => toDraft(optionsOf(json)));
  // What the table of variants, or another tab, has changed in the file is what one goes on from.
  const said = JSON.stringify(optionsOf(json));
  const [known, setKnown] = useState(said);
  if (said !== known) {
    setKnown(said);
    setDrafts(toDraft(optionsOf(json)));
  }
  const [error, setError] = useState<string | undefined>();
  const change = (index: number, next: Partial<Draft>) =>
    setDrafts(drafts.map((draft, place) => (place === index ? { ...draft, ...next } : draft)));
  const options = toOptions(drafts);
  const count = combinations(options).length;
  const apply = () => {
    const names = options.map(({ name }) => name.toLowerCase()).filter(Boolean);
    if (new Set(names).size < names.length) return setError(t('product.optionTwice'));
    if (count > MAX_VARIANTS) return setError(t('limits.full', { n: MAX_VARIANTS, things: t('things.variants') }));
    setError(undefined);
    edit(t('product.options'), setOptions(json, options, currency));
  };
  return (
    <fieldset className={ui.stack} style={{ margin: 0, minInlineSize: 0 }}>
      <legend className={ui.label}>{t(isGiftCard ? 'product.denominations' : 'product.options')}</legend>
      {drafts.map((draft, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is where it stands until it has a name
        <div key={index} className={ui.row}>
          <TextField
            label={t('product.optionName', { n: index + 1 })}
            value={draft.name}
            placeholder={t('product.optionExample')}
            onChange={(name) => change(index, { name })}
          />
          <TextField
            label={t('product.optionValues', { n: index + 1 })}
            value={draft.values}
            placeholder={t('product.valuesExample')}
            onChange={(values) => change(index, { values })}
            onEnter={apply}
          />
          <IconButton
            icon="remove"
            label={t('product.removeOption', { n: index + 1 })}
            onPress={() => setDrafts(drafts.toSpliced(index, 1))}
          />
        </div>
      ))}
      {error ? (
        <span className={ui.error} role="alert">
          {error}
        </span>
      ) : null}
      <div className={ui.group} style={{ flexWrap: 'wrap' }}>
        <Button icon="add" onPress={() => setDrafts([...drafts, { name: '', values: '' }])}>
          {t('product.addOption')}
        </Button>
        <Button look="primary" onPress={apply}>
          {t('product.makeVariants', { n: count })}
        </Button>
      </div>
    </fieldset>
  );
}
