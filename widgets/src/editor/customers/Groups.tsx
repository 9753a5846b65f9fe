import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { save } from '../books/save.ts';
import { call, fileOf } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { emptied, TextField } from '../ui/fields.tsx';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { GroupForm } from './GroupForm.tsx';
import { type Groups as Found, GROUPS, type Group, type Wanted } from './group.ts';
import { counted, k } from './text.ts';

/** The groups of customers, each with its form; one is made, changed, filled, given out and removed here. */
export function Groups() {
  const client = useQueryClient();
  const groups = useQuery({ queryKey: ['customer-groups'], queryFn: () => call<Found>('GET', GROUPS) });
  const [open, setOpen] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const run = async (what: () => Promise<unknown>) => {
    setFailed(null);
    setSaid(null);
    try {
      await what();
      await Promise.all(
        ['customer-groups', 'customers', 'customer'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      );
      return true;
    } catch (thrown) {
      setFailed(refusalOf(thrown));
      return false;
    }
  };
  if (groups.isPending) return <Loading />;
  if (groups.isError) return <CannotLoad retry={() => void groups.refetch()} />;
  const all = groups.data.groups;
  const keep = (key: string, group: Wanted, then: () => void) =>
    run(() => call('PUT', `${GROUPS}/${key}`, { json: group }).then(then));
  const fill = (key: string) => (add: string[], then: () => void) =>
    run(async () => {
      const told = await call<components['schemas']['MembersChanged']>('POST', `${GROUPS}/${key}/members`, {
        json: { add },
      });
      then();
      setSaid(k('changed', { added: told.added, out: told.takenOut }));
    });
  return (
    <section aria-label={k('groups')} className={`${ui.stack} ${desk.many}`}>
      {failed ? <Problem text={failed} /> : null}
      {said ? <p role="status">{said}</p> : null}
      <ul className={desk.list}>
        {all.map((group) => (
          <li key={group.key}>
            <button
              type="button"
              className={desk.row}
              aria-expanded={open === group.key}
              onClick={() => setOpen(open === group.key ? null : group.key)}
            >
              <strong className={desk.who}>{group.name}</strong>
              <Badge>{group.rule ? k('ofRule') : counted('members', group.members ?? 0)}</Badge>
            </button>
            {open === group.key ? (
              <div className={ui.stack}>
                <GroupForm group={group} taken={[]} onKeep={keep} />
                {group.rule ? null : <Fill onFill={fill(group.key)} />}
                <Actions group={group} run={run} onRemoved={() => setOpen(null)} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <GroupForm taken={all.map(({ key }) => key)} onKeep={keep} />
    </section>
  );
}

function Fill({ onFill }: { onFill: (add: string[], then: () => void) => Promise<boolean> }) {
  const [typed, setTyped] = useState('');
  const emails = typed.split(/[\s,;]+/).filter(Boolean);
  return (
    <>
      <TextField label={k('addresses')} help={k('addressesHelp')} value={typed} onChange={setTyped} rows={3} />
      <div className={ui.actions}>
        <Button isDisabled={emails.length === 0} onPress={() => onFill(emails, () => setTyped(emptied(typed, '')))}>
          {k('putIn')}
        </Button>
      </div>
    </>
  );
}

type ActionsProps = {
  group: Group;
  run: (what: () => Promise<unknown>) => Promise<boolean>;
  onRemoved: () => void;
};

function Actions({ group, run, onRemoved }: ActionsProps) {
  const path = `${GROUPS}/${group.key}`;
  const [asks, setAsks] = useState(false);
  const remove = async () => {
    setAsks(false);
    if (await run(() => call('DELETE', path))) onRemoved();
  };
  return (
    <div className={ui.actions}>
      <Button onPress={() => run(async () => save(await fileOf(`${path}/members.csv`), `${group.key}.csv`))}>
        {k('table')}
      </Button>
      <Button look="danger" onPress={() => setAsks(true)}>
        {k('remove')}
      </Button>
      <Ask
        title={k('remove')}
        text={k('removeText', { name: group.name })}
        yes={k('remove')}
        danger
        isOpen={asks}
        onNo={() => setAsks(false)}
        onYes={() => void remove()}
      />
    </div>
  );
}
