import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { wordsOf } from '../panel/words.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { type Given, Proof } from './Proof.tsx';
import styles from './shell.module.css';

type Wanted = components['schemas']['LogIn'];
type Answer = components['schemas']['LogInAnswer'];
type Factor = components['schemas']['FactorWanted'];
const PATH = '/api/site-users/account/session';

/** The log-in of a site whose users have accounts (E-025): the same accounts as those of the shop. */
export function LogIn({ again = false, onDone }: { again?: boolean; onDone: () => void }) {
  const [factor, setFactor] = useState<Factor | null>(null);
  if (factor) return <SecondStep factor={factor} onDone={onDone} onAgain={() => setFactor(null)} />;
  return <FirstStep again={again} onDone={onDone} onFactor={setFactor} />;
}

type FirstProps = { again: boolean; onDone: () => void; onFactor: (factor: Factor) => void };

function FirstStep({ again, onDone, onFactor }: FirstProps) {
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
      const answer = await call<Answer>('POST', PATH, { json, again: true });
      setPassword('');
      if (answer.factor) onFactor(answer.factor);
      else onDone();
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

/** A passkey or a code; or the way to where the first one is set up. */
function SecondStep({ factor, onDone, onAgain }: { factor: Factor; onDone: () => void; onAgain: () => void }) {
  const give = async (given: Given) => {
    await call('POST', `${PATH}/factor`, { json: given, again: true });
    onDone();
  };
  return (
    <section className={styles.logIn} aria-label={t('proof.title')}>
      <h1 className={styles.site}>{t('proof.title')}</h1>
      {factor.setUp ? (
        <>
          <p style={{ margin: 0 }}>{t('proof.setUp')}</p>
          <a href="/api/owner/set-up">{t('proof.toSetUp')}</a>
        </>
      ) : (
        <Proof
          kinds={factor.kinds}
          passkey={factor.passkey}
          withPassword={false}
          button={t('logIn.enter')}
          onGiven={give}
        />
      )}
      <Button onPress={onAgain}>{t('proof.again')}</Button>
    </section>
  );
}
