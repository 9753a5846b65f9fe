import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from '../../state/useStore.ts';
import { $keptOn, keepIfAsked } from '../client/offline.ts';
import { editorLocale, t } from '../text/text.ts';
import styles from './shell.module.css';

/** Says since when what is shown is known, where nobody answers; all of it is read again when the connection is back. */
export function Offline() {
  const keptOn = useStore($keptOn);
  const client = useQueryClient();
  useEffect(() => {
    void keepIfAsked().catch(() => undefined); // the next visit tries again
    if ('Notification' in window && Notification.permission === 'granted')
      void import('../notices/heard.ts').then(({ hear }) => hear()).catch(() => undefined);
    const again = () => void client.invalidateQueries();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [client]);
  const when = (moment: number) =>
    new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
  return (
    <div role="status" className={styles.offline} hidden={keptOn === null}>
      {keptOn === null ? null : t('shell.keptOn', { when: when(keptOn) })}
    </div>
  );
}
