import { useState } from 'react';
import { CallError } from '../../client/failure.ts';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { t } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './shell.module.css';

type Wanted = components['schemas']['LogIn'];

/** The door of a site whose users have accounts (E-025). The same accounts as those of the shop. */
export function LogIn({ again = false, onDone }: { again?: boolean; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRemember] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setProblem(null);
    setBusy(true);
    const json: Wanted = { email, password, rememberMe };
    try {
      await call('POST', '/api/site-users/account/session', { json, again: true });
      setPassword('');
      onDone();
    } catch (thrown) {
      setProblem(wordsOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.logIn}
      aria-label={t('logIn.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <h1 className={styles.site}>{t('logIn.title')}</h1>
      <p style={{ margin: 0 }}>{t(again ? 'logIn.again' : 'logIn.help')}</p>
      <TextField label={t('logIn.email')} type="email" autoComplete="username" value={email} onChange={setEmail} />
      <TextField
        label={t('logIn.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Switch label={t('logIn.remember')} isOn={rememberMe} onChange={setRemember} />
      {problem ? <Problem text={problem} /> : null}
      <div className={ui.actions}>
        <Button look="primary" type="submit" isDisabled={busy}>
          {t('logIn.enter')}
        </Button>
      </div>
    </form>
  );
}

function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof CallError)) return t('errors.unknown');
  const { failure } = thrown;
  if (failure.kind !== 'http') return t('errors.network');
  return failure.status === 401 ? t('logIn.incorrect') : (failure.message ?? t('errors.unknown'));
}
