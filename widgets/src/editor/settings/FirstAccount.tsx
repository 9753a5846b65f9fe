import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../client/shop.ts';
import { wordsOf } from '../panel/words.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

/** The first account of a site: one's own. Everybody signs in from then on, and its owner is signed in at once. */
export function FirstAccount() {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const make = async () => {
    setProblem(null);
    try {
      await call('POST', '/api/people/first', { json: { email, password }, again: true });
      await client.invalidateQueries();
    } catch (thrown) {
      setProblem(wordsOf(thrown));
    }
  };
  return (
    <form
      style={{ display: 'grid', gap: 12 }}
      aria-label={t('people.first')}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h3>{t('people.first')}</h3>
      <p style={{ margin: 0 }}>{t('people.firstHelp')}</p>
      <TextField label={t('logIn.email')} type="email" autoComplete="username" value={email} onChange={setEmail} />
      <TextField
        label={t('logIn.password')}
        help={t('people.passwordHelp')}
        type="password"
        value={password}
        onChange={setPassword}
      />
      {problem ? <Problem text={problem} /> : null}
      <div className={ui.actions}>
        <Button look="primary" type="submit" isDisabled={email.trim() === '' || password.length < 10}>
          {t('people.makeFirst')}
        </Button>
      </div>
    </form>
  );
}
