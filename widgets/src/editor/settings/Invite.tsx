import { useState } from 'react';
import { call } from '../client/shop.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { emptied, NumberField, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { RoleChoice } from './RoleChoice.tsx';

/** Sends an invitation: an email by which somebody gets an account. */
export function Invite({ run }: { run: (what: () => Promise<unknown>) => Promise<void> }) {
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly number[]>([]);
  const [days, setDays] = useState(7);
  const send = async () => {
    await call('POST', '/api/people/invitations', { json: { email, roles, days } });
    setEmail(emptied(email, ''));
    setRoles(emptied(roles, []));
  };
  return (
    <form
      style={{ display: 'grid', gap: 12 }}
      aria-label={t('people.invite')}
      onSubmit={(event) => {
        event.preventDefault();
        void run(send);
      }}
    >
      <h3>{t('people.invite')}</h3>
      <TextField label={t('logIn.email')} type="email" value={email} onChange={setEmail} />
      <RoleChoice chosen={roles} onChange={setRoles} />
      <NumberField label={t('people.days')} value={days} least={1} most={30} onChange={setDays} />
      <div className={ui.actions}>
        <Button look="primary" type="submit" isDisabled={email.trim() === '' || roles.length === 0}>
          {t('people.send')}
        </Button>
      </div>
    </form>
  );
}
