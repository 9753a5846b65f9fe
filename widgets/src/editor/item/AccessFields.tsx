import { useState } from 'react';
import { textAt } from '../core/json.ts';
import { PASSWORD_MASK, passwordChange } from '../core/password.ts';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Select, TextField } from '../ui/fields.tsx';

const KINDS = ['public', 'locked', 'members'] as const;
type Access = (typeof KINDS)[number];

/** Who may see a page. A password that is kept is shown as a mask and comes back as one (E-069). */
export function AccessFields({ path }: { path: string }) {
  const json = useJson(path);
  const edit = useEdit(path);
  const stored = textAt(json, '/password');
  const stated = textAt(json, '/access');
  const access: Access = stated === 'members' ? 'members' : stored !== '' || stated === 'locked' ? 'locked' : 'public';
  const [wanted, setWanted] = useState<Access>(access);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (stored === '' ? '' : PASSWORD_MASK);
  const choose = (next: Access) => {
    setWanted(next);
    if (next === 'locked') return;
    edit(t('access.title'), [
      ...(stored === '' ? [] : [{ op: 'remove' as const, pointer: '/password' }]),
      ...(next === 'members'
        ? [{ op: 'set' as const, pointer: '/access', value: 'members' }]
        : stated === ''
          ? []
          : [{ op: 'remove' as const, pointer: '/access' }]),
    ]);
  };
  const keep = () => {
    if (typed === null) return;
    const change = passwordChange(typed);
    setTyped(null);
    if ('set' in change)
      edit(t('access.password'), [
        { op: 'set', pointer: '/password', value: change.set },
        ...(stated === 'members' ? [{ op: 'remove' as const, pointer: '/access' }] : []),
      ]);
    else if ('remove' in change && stored !== '') edit(t('access.password'), [{ op: 'remove', pointer: '/password' }]);
  };
  return (
    <>
      <Select<Access>
        label={t('access.title')}
        value={wanted}
        choices={KINDS.map((value) => ({ value, label: t(`access.${value}`) }))}
        onChange={choose}
      />
      {wanted === 'locked' ? (
        <TextField
          label={t('access.password')}
          type="password"
          value={shown}
          onChange={setTyped}
          onBlur={keep}
          onEnter={keep}
          help={t('access.passwordHelp')}
        />
      ) : null}
    </>
  );
}
