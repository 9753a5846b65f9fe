import { useSite } from '../state/context.ts';
import { named, t } from '../text/words.ts';
import { Switch } from '../ui/fields.tsx';

type Props = { chosen: readonly number[]; onChange: (chosen: readonly number[]) => void };

/** Any of the roles. */
export function RoleChoice({ chosen, onChange }: Props) {
  const { roles } = useSite().codes;
  return (
    <fieldset style={{ display: 'grid', gap: 8, margin: 0, padding: 0, border: 0 }}>
      <legend>{t('permissions.roles')}</legend>
      {roles.map(({ code, name }) => (
        <Switch
          key={code}
          label={named('role', name)}
          isOn={chosen.includes(code)}
          onChange={(isOn) => onChange(isOn ? [...chosen, code] : chosen.filter((one) => one !== code))}
        />
      ))}
    </fieldset>
  );
}
