import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { GROUPS, type Group } from './group.ts';
import { counted, k } from './text.ts';

/** The most people that one call names. */
const AT_ONCE = 200;

type Props = { chosen: readonly string[]; groups: readonly Group[]; onNone: () => void };

/** Puts the customers who are chosen into a group that is filled by hand, or takes them out. */
export function Many({ chosen, groups, onNone }: Props) {
  const client = useQueryClient();
  const byHand = groups.filter(({ rule }) => !rule);
  const [key, setKey] = useState<string | null>(byHand[0]?.key ?? null);
  const [said, setSaid] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const change = (member: 'add' | 'takeOut') => async () => {
    const sums = { added: 0, out: 0 };
    setFailed(null);
    setSaid(null);
    try {
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const told = await call<components['schemas']['MembersChanged']>('POST', `${GROUPS}/${key}/members`, {
          json: { [member]: chosen.slice(from, from + AT_ONCE) },
        });
        sums.added += told.added;
        sums.out += told.takenOut;
      }
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
    setSaid(k('changed', sums));
    await Promise.all(
      ['customer-groups', 'customers', 'customer'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  };
  const title = counted('chosen', chosen.length);
  return (
    <section className={`${ui.stack} ${desk.many}`} aria-label={title}>
      <strong role="status">{title}</strong>
      {failed ? <Problem text={failed} /> : null}
      {said ? <p role="status">{said}</p> : null}
      {byHand.length === 0 ? <p className={ui.help}>{k('noneByHand')}</p> : null}
      {key === null ? null : (
        <Select
          label={k('into')}
          value={key}
          onChange={setKey}
          choices={byHand.map((group) => ({ value: group.key, label: group.name }))}
        />
      )}
      <div className={ui.actions}>
        <Button isDisabled={key === null} onPress={() => change('add')()}>
          {k('putIn')}
        </Button>
        <Button isDisabled={key === null} onPress={() => change('takeOut')()}>
          {k('takeOut')}
        </Button>
        <Button onPress={onNone}>{k('chooseNone')}</Button>
      </div>
    </section>
  );
}
