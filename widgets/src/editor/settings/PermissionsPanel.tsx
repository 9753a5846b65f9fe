import { hasRole } from '../core/role.ts';
import { Panel } from '../panel/Panel.tsx';
import { useSite } from '../state/context.ts';
import { named, t } from '../text/words.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from '../ui/rows.module.css';
import { Badge, Calm, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { PeopleList } from './PeopleList.tsx';

const Keys = lazyPart(
  () => import('../keys/Keys.tsx').then((room) => room.Keys),
  () => <Loading />,
);

/** The roles that somebody who works on the site may have, with their codes (E-161). */
export function PermissionsPanel() {
  const { codes, role } = useSite();
  const isAdmin = hasRole(role, codes.roles, 'ADMIN');
  return (
    <Panel title={t('tool.permissions')}>
      {role.signedIn ? null : <Calm>{t('permissions.local')}</Calm>}
      {isAdmin ? <PeopleList /> : null}
      <ul
        style={{ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' }}
        aria-label={t('permissions.roles')}
      >
        {codes.roles.map(({ code, name }) => (
          <li key={code} className={styles.entry}>
            <p style={{ margin: 0 }}>
              <strong>{named('role', name)}</strong>{' '}
              {role.codes.includes(code) ? <Badge>{t('permissions.you')}</Badge> : null}
            </p>
            <span className={ui.help}>{named('role.may', name)}</span>
          </li>
        ))}
      </ul>
      {isAdmin ? <Keys /> : null}
    </Panel>
  );
}
