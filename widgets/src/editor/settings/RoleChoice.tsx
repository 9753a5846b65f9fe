import { ROLE_NAMES, ROLES } from '../core/role.ts';
import { named, t } from '../text/text.ts';
import { Switch } from '../ui/fields.tsx';

type Props = { chosen: readonly number[]; onChange: (chosen: readonly number[]) => void };

/** Any of the roles. */
export const RoleChoice = ({ chosen, onChange }: Props) => (
  <fieldset style={{ display: 'grid', gap: 8, margin: 0, padding: 0, border: 0 }}>
    <legend>{t('permissions.roles')}</legend>
    {ROLE_NAMES.map((name) => (
      <Switch
        key={name}
        label={named('role', name)}
        isOn={chosen.includes(ROLES[name])}
        onChange={(isOn) => onChange(isOn ? [...chosen, ROLES[name]] : chosen.filter((code) => code !== ROLES[name]))}
      />
    ))}
  </fieldset>
);
