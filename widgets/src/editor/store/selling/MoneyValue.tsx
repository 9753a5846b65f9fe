import { at } from '../../core/json.ts';
import { MoneyField } from '../../product/MoneyField.tsx';
import { useEdit, useFault, useJson } from '../../state/context.ts';
import { currencyIn } from '../../state/currencyOf.ts';

type Props = { path: string; pointer: string; label: string };

/** An amount of a file of the site, with what is wrong with it. */
export function MoneyValue({ path, pointer, label }: Props) {
  const json = useJson(path);
  const edit = useEdit(path);
  const error = useFault(path, pointer);
  return (
    <MoneyField
      label={label}
      cents={Number(at(json, pointer) ?? 0)}
      currency={currencyIn(json)}
      onChange={(cents) => void edit(label, [{ op: 'set', pointer, value: cents }], `${path}#${pointer}`)}
      pointer={pointer}
      error={error}
    />
  );
}
