import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { askPasskey } from '../client/passkey.ts';
import { wordsOf } from '../panel/words.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

type Kind = components['schemas']['Kind'];
export type Given = { password?: string; code?: string; passkey?: unknown };

export type ProofProps = {
  kinds: readonly Kind[];
  /** What the browser asks a passkey, where there is one. */
  passkey?: unknown;
  /** The password is asked as well. */
  withPassword: boolean;
  button: string;
  onGiven: (given: Given) => Promise<void>;
  onCancel?: () => void;
};

/** A passkey, or a code; and the password where it is asked. */
export function Proof({ kinds, passkey, withPassword, button, onGiven, onCancel }: ProofProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const takesCode = kinds.some((kind) => kind !== 'passkey');
  const give = async (given: () => Promise<Given> | Given) => {
    setProblem(null);
    setBusy(true);
    try {
      await onGiven(await given());
    } catch (thrown) {
      setProblem(wordsOf(thrown, t('proof.passkeyFailed')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      style={{ display: 'grid', gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault();
        void give(() => ({ ...(withPassword ? { password } : {}), ...(takesCode ? { code } : {}) }));
      }}
    >
      {passkey ? (
        <Button
          look="primary"
          isDisabled={busy}
          onPress={() => give(async () => ({ passkey: await askPasskey(passkey) }))}
        >
          {t('proof.usePasskey')}
        </Button>
      ) : null}
      {withPassword ? (
        <TextField
          label={t('logIn.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      ) : null}
      {takesCode ? (
        <TextField label={t('proof.code')} help={t('proof.codeHelp')} value={code} onChange={setCode} />
      ) : null}
      {problem ? <Problem text={problem} /> : null}
      <div className={ui.actions}>
        {onCancel ? <Button onPress={onCancel}>{t('common.cancel')}</Button> : null}
        {takesCode || withPassword ? (
          <Button look={passkey ? 'quiet' : 'primary'} type="submit" isDisabled={busy}>
            {button}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
