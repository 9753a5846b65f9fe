import { countries } from '../core/countries.ts';
import { textAt } from '../core/json.ts';
import { sparse } from '../core/sparse.ts';
import { useEdit, useFault, useFaults, useJson } from '../state/context.ts';
import { editorLocale } from '../text/text.ts';
import { Select, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { s } from './text.ts';

const PEOPLE = ['manufacturer', 'responsiblePerson'] as const;
const FIELDS = ['name', 'address', 'email', 'url'] as const;

/** Who made a product, who answers for it, and what it warns of: of one product, or of all. Nothing empty is written. */
export function Safety({ path, root }: { path: string; root: string }) {
  const faults = useFaults(path, root);
  return (
    <>
      {faults.map(({ message }) => (
        <Problem key={message} text={message} />
      ))}
      {PEOPLE.map((who) => {
        const label = s(who === 'manufacturer' ? who : 'responsible');
        return (
          <fieldset key={who} className={ui.stack}>
            <legend className={ui.label}>{label}</legend>
            {FIELDS.map((field) => (
              <Said key={field} path={path} root={root} place={`${root}/${who}/${field}`} label={s(field)} />
            ))}
            <Country path={path} root={root} place={`${root}/${who}/country`} />
          </fieldset>
        );
      })}
      <Said path={path} root={root} place={`${root}/identification`} label={s('identification')} />
      <Said path={path} root={root} place={`${root}/warnings`} label={s('warnings')} rows={3} />
    </>
  );
}

type Props = { path: string; root: string; place: string };

function Said({ path, root, place, label, rows }: Props & { label: string; rows?: number }) {
  const json = useJson(path);
  const edit = useEdit(path);
  const error = useFault(path, place);
  return (
    <TextField
      label={label}
      value={textAt(json, place)}
      onChange={(text) => {
        const edits = sparse(json, root, place, text);
        if (edits.length > 0) edit(label, edits, `${path}#${place}`);
      }}
      pointer={place}
      error={error}
      {...(rows ? { rows } : {})}
    />
  );
}

function Country({ path, root, place }: Props) {
  const json = useJson(path);
  const edit = useEdit(path);
  const choices = [{ value: '', label: s('noCountry') }, ...countries(editorLocale())];
  return (
    <Select
      label={s('country')}
      value={textAt(json, place)}
      choices={choices}
      onChange={(code) => void edit(s('country'), sparse(json, root, place, code))}
      pointer={place}
    />
  );
}
