import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { GROUPS, type Group } from './group.ts';
import { k } from './text.ts';

type Props = { one: components['schemas']['Customer']; groups: readonly Group[] };

/** The groups that a customer is in: those filled by hand are changed here, a rule's are said. */
export function OwnGroups({ one, groups }: Props) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<string | null>(null);
  const change = async (key: string, member: 'add' | 'takeOut') => {
    setFailed(null);
    try {
      await call('POST', `${GROUPS}/${key}/members`, { json: { [member]: [one.email] } });
      await Promise.all(
        ['customer-groups', 'customers', 'customer'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      );
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
  };
  const others = groups.filter(({ key, rule }) => !rule && !one.groups.some((own) => own.key === key));
  return (
    <section aria-label={k('groupsOf')} className={ui.stack}>
      <h4 className={styles.title}>{k('groupsOf')}</h4>
      {failed ? <Problem text={failed} /> : null}
      {one.groups.length === 0 ? <p className={ui.help}>{k('noGroups')}</p> : null}
      <ul className={desk.list}>
        {one.groups.map(({ key, name, byRule }) => (
          <li key={key} className={ui.row}>
            <span>{byRule ? `${name} (${k('byRule')})` : name}</span>
            {byRule ? null : <Button onPress={() => change(key, 'takeOut')}>{k('takeOutOf', { name })}</Button>}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <Select
          label={k('putIn')}
          value={null}
          placeholder={k('into')}
          onChange={(key) => void change(key, 'add')}
          choices={others.map(({ key, name }) => ({ value: key, label: name }))}
        />
      ) : null}
    </section>
  );
}
