import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { Panel } from '../panel/Panel.tsx';
import { refusalOf } from '../text/refusal.ts';
import { editorLocale } from '../text/text.ts';
import { counted, t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import styles from '../ui/rows.module.css';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { allGroups, allSignUps, type Group, type Listed } from './pages.ts';

const SEND = '/api/site-users/account/notifications/restock/send';
type SendAll = components['schemas']['SendAllRequest'];

/** What somebody waits for, as the shop calls it: `Mug, Large`, or `Mug` without options. */
const nameOf = ({ productTitle, variantName }: Listed): string =>
  [productTitle, variantName].filter((name) => name !== '').join(', ');

/** Who waits for what, and the notices by email (E-136…E-139). */
export function RestockPanel() {
  const client = useQueryClient();
  const groups = useQuery({ queryKey: ['restock'], queryFn: allGroups });
  const [open, setOpen] = useState<Listed | null>(null);
  const [fault, setFault] = useState('');
  const run = async (path: string, json: Group | SendAll) => {
    setFault('');
    await call('POST', path, { json }).catch((thrown: unknown) => setFault(refusalOf(thrown)));
    await client.invalidateQueries({ queryKey: ['restock'] });
  };
  const request = ({ productId, variantId }: Group): Group => ({ productId, variantId });
  return (
    <Panel
      isWide="page"
      title={open ? nameOf(open) : t('tool.restock')}
      onBack={open ? () => setOpen(null) : undefined}
    >
      {fault ? <Problem text={fault} /> : null}
      {open ? <SignUps group={open} /> : null}
      {!open && groups.isPending ? <Loading /> : null}
      {!open && groups.isError ? <CannotLoad retry={() => void groups.refetch()} /> : null}
      {!open && groups.data ? (
        <>
          <ul
            style={{ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' }}
            aria-label={t('tool.restock')}
          >
            {groups.data.map((group) => (
              <li key={`${group.productId} ${group.variantId}`} className={styles.block}>
                <span className={styles.title}>
                  <strong>{nameOf(group)}</strong> {counted('restock.waiting', group.count)}
                </span>
                <Button
                  look="quiet"
                  aria-label={t('restock.openNamed', { name: nameOf(group) })}
                  onPress={() => setOpen(group)}
                >
                  {t('restock.open')}
                </Button>
                <Button
                  aria-label={t('restock.sendNamed', { name: nameOf(group) })}
                  onPress={() => run(SEND, request(group))}
                >
                  {t('restock.send')}
                </Button>
              </li>
            ))}
          </ul>
          {groups.data.length === 0 ? <p>{t('restock.none')}</p> : null}
          {groups.data.length > 0 ? (
            <Button look="primary" onPress={() => run(`${SEND}/all`, { sendRequests: groups.data.map(request) })}>
              {t('restock.sendAll')}
            </Button>
          ) : null}
        </>
      ) : null}
    </Panel>
  );
}

function SignUps({ group }: { group: Group }) {
  const list = useQuery({ queryKey: ['restock', group.productId, group.variantId], queryFn: () => allSignUps(group) });
  if (list.isPending) return <Loading />;
  if (list.isError) return <CannotLoad retry={() => void list.refetch()} />;
  return (
    <>
      <p className={ui.help}>{counted('restock.waiting', list.data.length)}</p>
      <ul aria-label={t('restock.signUps')}>
        {list.data.map(({ email, createdOn }) => (
          <li key={email}>
            {email}{' '}
            <span className={ui.help}>
              {new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium' }).format(createdOn)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
