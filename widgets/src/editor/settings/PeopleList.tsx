import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import type { Role } from '../core/role.ts';
import { wordsOf } from '../panel/words.ts';
import { useSite } from '../state/context.ts';
import { editorLocale } from '../text/text.ts';
import { named, t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import styles from '../ui/rows.module.css';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { FirstAccount } from './FirstAccount.tsx';
import { Invite } from './Invite.tsx';
import { RoleChoice } from './RoleChoice.tsx';

type People = components['schemas']['People'];
type Person = components['schemas']['PersonAnswer'];
export const PEOPLE = '/api/people';

const day = (moment: number) => new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium' }).format(moment);
const rolesText = (codes: readonly number[], roles: readonly Role[]): string =>
  codes
    .flatMap((code) => roles.find((role) => role.code === code) ?? [])
    .map(({ name }) => named('role', name))
    .join(', ');

/** Who works on the site and who is invited; for administrators. */
export function PeopleList() {
  const client = useQueryClient();
  const { codes } = useSite();
  const [problem, setProblem] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Person | null>(null);
  const people = useQuery({ queryKey: ['people'], queryFn: () => call<People>('GET', PEOPLE) });
  const run = async (what: () => Promise<unknown>) => {
    setProblem(null);
    await what().catch((thrown: unknown) => setProblem(wordsOf(thrown)));
    await client.invalidateQueries({ queryKey: ['people'] });
  };
  if (people.isPending) return <Loading />;
  if (people.isError) return <CannotLoad retry={() => void people.refetch()} />;
  if (people.data.nobodyYet) return <FirstAccount />;
  return (
    <>
      {problem ? <Problem text={problem} /> : null}
      <ul style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }} aria-label={t('people.title')}>
        {people.data.people.map((person) => (
          <OnePerson key={person.id} person={person} run={run} onRemove={() => setRemoving(person)} />
        ))}
      </ul>
      <h3>{t('people.invited')}</h3>
      {people.data.invitations.length === 0 ? <p>{t('people.nobodyInvited')}</p> : null}
      <ul
        style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }}
        aria-label={t('people.invited')}
      >
        {people.data.invitations.map(({ email, roles, expiresOn }) => (
          <li key={email} className={styles.entry}>
            <strong>{email}</strong>
            <span
              className={ui.help}
            >{`${rolesText(roles, codes.roles)} · ${t('people.until', { day: day(expiresOn) })}`}</span>
            <div className={ui.actions}>
              <Button
                look="danger"
                aria-label={t('people.takeBackNamed', { name: email })}
                onPress={() => run(() => call('DELETE', `${PEOPLE}/invitations/${encodeURIComponent(email)}`))}
              >
                {t('people.takeBack')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Invite run={run} />
      <Ask
        title={t('people.remove')}
        text={t('people.removeHelp', { name: removing?.email ?? '' })}
        yes={t('people.remove')}
        danger
        isOpen={removing !== null}
        onNo={() => setRemoving(null)}
        onYes={() => {
          const id = removing?.id;
          setRemoving(null);
          if (id) void run(() => call('DELETE', `${PEOPLE}/${id}`));
        }}
      />
    </>
  );
}

type OneProps = { person: Person; run: (what: () => Promise<unknown>) => Promise<void>; onRemove: () => void };

function OnePerson({ person, run, onRemove }: OneProps) {
  const [roles, setRoles] = useState<readonly number[] | null>(null);
  const { codes } = useSite();
  const { id, email } = person;
  return (
    <li className={styles.entry}>
      <p style={{ margin: 0, overflowWrap: 'anywhere' }}>
        <strong>{email}</strong> {person.isSelf ? <Badge>{t('permissions.you')}</Badge> : null}
      </p>
      <span className={ui.help}>
        {`${rolesText(person.roles, codes.roles)} · ${t(person.hasSecondFactor ? 'people.factor' : 'people.noFactor')}`}
      </span>
      {roles ? <RoleChoice chosen={roles} onChange={setRoles} /> : null}
      {person.isSelf ? (
        <a href="/api/owner/security">{t('people.own')}</a>
      ) : (
        <div className={ui.actions}>
          {roles ? (
            <Button
              look="primary"
              onPress={() =>
                run(async () => {
                  await call('PUT', `${PEOPLE}/${id}/roles`, { json: { roles } });
                  setRoles(null);
                })
              }
            >
              {t('people.saveRoles')}
            </Button>
          ) : (
            <Button
              aria-label={t('people.changeRolesNamed', { name: email })}
              onPress={() => setRoles([...person.roles])}
            >
              {t('people.changeRoles')}
            </Button>
          )}
          <Button
            aria-label={t('people.letterNamed', { name: email })}
            onPress={() => run(() => call('POST', `${PEOPLE}/${id}/password`, { json: {} }))}
          >
            {t('people.letter')}
          </Button>
          <Button look="danger" aria-label={t('people.removeNamed', { name: email })} onPress={onRemove}>
            {t('people.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}
