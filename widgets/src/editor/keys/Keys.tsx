import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import styles from '../ui/rows.module.css';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { NewKey } from './NewKey.tsx';
import { k, when } from './text.ts';

type Schemas = components['schemas'];
type Listed = Schemas['ListedKey'];

const KEYS = '/api/keys';

/** The keys of the owner's own programs: what each may do and when it was used, a new one, and the end of one. */
export function Keys() {
  const client = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Listed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call<Schemas['Keys']>('GET', KEYS) });
  const revoke = async (id: string) => {
    setProblem(null);
    await call('DELETE', `${KEYS}/${encodeURIComponent(id)}`).catch((thrown: unknown) => setProblem(refusalOf(thrown)));
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  return (
    <section aria-label={k('title')} className={ui.stack}>
      <h3>{k('title')}</h3>
      <p className={ui.help}>{k('help')}</p>
      {keys.isPending ? <Loading /> : null}
      {keys.isError ? <CannotLoad retry={() => void keys.refetch()} /> : null}
      {problem ? <Problem text={problem} /> : null}
      {keys.data?.keys.length === 0 ? <p>{k('none')}</p> : null}
      <ul style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }} aria-label={k('title')}>
        {keys.data?.keys.map((one) => (
          <OneKey key={one.id} one={one} onRevoke={() => setRevoking(one)} />
        ))}
      </ul>
      {keys.data && isMaking ? <NewKey scopes={keys.data.scopes} onClose={() => setMaking(false)} /> : null}
      {keys.data && !isMaking ? (
        <div className={ui.actions}>
          <Button onPress={() => setMaking(true)}>{k('make')}</Button>
        </div>
      ) : null}
      <Ask
        title={k('revokeTitle')}
        text={k('revokeText', { name: revoking?.name ?? '' })}
        yes={k('revoke')}
        danger
        isOpen={revoking !== null}
        onNo={() => setRevoking(null)}
        onYes={() => {
          const id = revoking?.id;
          setRevoking(null);
          if (id) void revoke(id);
        }}
      />
    </section>
  );
}

function OneKey({ one, onRevoke }: { one: Listed; onRevoke: () => void }) {
  const { name, begins, scopes, madeBy, createdOn, expiresOn, usedOn, usedFrom, holds } = one;
  const facts = [
    k('made', { when: when(createdOn) }),
    madeBy ? k('madeBy', { name: madeBy }) : '',
    typeof expiresOn === 'number' ? k('until', { when: when(expiresOn) }) : k('noEnd'),
    typeof usedOn === 'number' ? k('used', { when: when(usedOn), from: usedFrom }) : k('unused'),
  ];
  return (
    <li className={styles.entry}>
      <p style={{ margin: 0, overflowWrap: 'anywhere' }}>
        <strong>{name}</strong> <code>{begins}…</code> {holds ? null : <Badge>{k('over')}</Badge>}
      </p>
      <span>{scopes.map((scope) => k(scope)).join(' · ')}</span>
      <span className={ui.help}>{facts.filter(Boolean).join(' · ')}</span>
      <div className={ui.actions}>
        <Button look="danger" aria-label={k('revokeNamed', { name })} onPress={onRevoke}>
          {k('revoke')}
        </Button>
      </div>
    </li>
  );
}
