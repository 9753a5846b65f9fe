import { useState } from 'react';
import { at } from '../core/json.ts';
import { measured, measureOf, remeasured, UNITS, type Unit } from '../core/measure.ts';
import { useEdit, useFault, useJson } from '../state/context.ts';
import { Select, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { s } from './text.ts';

/** How much of something a product or a variant holds; without an amount nothing is said. */
export function MeasureField({ path, place }: { path: string; place: string }) {
  const value = at(useJson(path), place);
  const edit = useEdit(path);
  const fault = useFault(path, place);
  const said = measureOf(value);
  const [typed, setTyped] = useState<string | null>(null);
  const [unit, setUnit] = useState<Unit>(said.unit);
  const shown = typed ?? said.amount;
  const isWrong = shown.trim() !== '' && measured(shown) === undefined;
  const write = (text: string, next: Unit) => {
    const amount = measured(text);
    if (amount !== undefined)
      edit(s('measure'), [{ op: 'set', pointer: place, value: remeasured(value, amount, next) }], `${path}#${place}`);
    else if (text.trim() === '' && value !== undefined)
      edit(s('measure'), [{ op: 'remove', pointer: place }], `${path}#${place}`);
  };
  return (
    <div className={ui.row}>
      <TextField
        label={s('measure')}
        help={s('measureHelp')}
        value={shown}
        error={isWrong ? s('measureWrong') : fault}
        onChange={(text) => {
          setTyped(text);
          write(text, unit);
        }}
        onBlur={() => {
          if (!isWrong) setTyped(null);
        }}
        pointer={place}
      />
      <Select
        label={s('unit')}
        value={value === undefined ? unit : said.unit}
        choices={UNITS.map((one) => ({ value: one, label: s(`unit.${one}`) }))}
        onChange={(next) => {
          setUnit(next);
          if (said.amount !== '') write(said.amount, next);
        }}
      />
    </div>
  );
}
