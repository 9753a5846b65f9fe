import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import { Calm, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { k } from './text.ts';

type Schemas = components['schemas'];
type Scope = Schemas['Scope'];

const ENDS = ['30', '90', '365', '0'] as const;
type End = (typeof ENDS)[number];

/** Makes a key, and shows it this once. */
export function NewKey({ scopes, onClose }: { scopes: readonly Scope[]; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [end, setEnd] = useState<End>('90');
  const [wrong, setWrong] = useState<{ name?: string; scopes?: string }>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);

  const make = async () => {
    const missing = {
      ...(name.trim() ? {} : { name: k('needsName') }),
      ...(chosen.length > 0 ? {} : { scopes: k('needsScope') }),
    };
    setWrong(missing);
    setFailed(null);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const json = { name, scopes: chosen, ...(end === '0' ? {} : { days: Number(end) }) };
      setMade((await call<Schemas['KeyMade']>('POST', '/api/keys', { json })).key);
      await client.invalidateQueries({ queryKey: ['keys'] });
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    } finally {
      setBusy(false);
    }
  };

  if (made) return <Shown made={made} onClose={onClose} />;
  return (
    <form
      className={ui.stack}
      aria-label={k('make')}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      {failed ? <Problem text={failed} /> : null}
      <TextField
        label={k('name')}
        help={k('nameHelp')}
        value={name}
        onChange={(next) => {
          setName(next);
          setWrong({});
        }}
        maxLength={60}
        error={wrong.name}
      />
      <fieldset style={{ display: 'grid', gap: 8, margin: 0, padding: 0, border: 0 }}>
        <legend>{k('scopes')}</legend>
        {wrong.scopes ? <Problem text={wrong.scopes} /> : null}
        {scopes.map((scope) => (
          <Switch
            key={scope}
            label={k(scope)}
            isOn={chosen.includes(scope)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
      <Select
        label={k('ends')}
        value={end}
        onChange={setEnd}
        choices={ENDS.map((value) => ({ value, label: k(`ends.${value}`) }))}
      />
      <div className={ui.actions}>
        <Button look="primary" type="submit" isDisabled={isBusy}>
          {k('make')}
        </Button>
        <Button onPress={onClose}>{k('cancel')}</Button>
      </div>
    </form>
  );
}

function Shown({ made, onClose }: { made: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(made);
    setCopied(true);
  };
  return (
    <div className={ui.stack}>
      <div role="status">
        <Calm>{k('once')}</Calm>
      </div>
      <p style={{ margin: 0, overflowWrap: 'anywhere' }}>
        <code>{made}</code>
      </p>
      <div className={ui.actions}>
        <Button onPress={() => copy().catch(() => setCopied(false))}>{k('copy')}</Button>
        <Button look="primary" onPress={onClose}>
          {k('done')}
        </Button>
      </div>
      <p role="status" className={ui.help}>
        {isCopied ? k('copied') : ''}
      </p>
    </div>
  );
}
