import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getVersions, makeLive } from '../client/editor.ts';
import type { PublishedVersion } from '../client/wire.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import rows from '../ui/rows.module.css';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { whyFailed } from './why.ts';

const when = (moment: number): string =>
  new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(moment);

const nameOf = ({ id, publishedOn }: PublishedVersion): string =>
  publishedOn === undefined || publishedOn === null ? id : when(publishedOn);

/** What was live before, the newest first; one of them is made live again after a question. */
export function Versions() {
  const client = useQueryClient();
  const versions = useQuery({ queryKey: ['versions'], gcTime: 0, staleTime: 0, queryFn: getVersions });
  const [wanted, setWanted] = useState<PublishedVersion | null>(null);
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const start = async (version: PublishedVersion) => {
    setWanted(null);
    setBusy(true);
    setFault('');
    try {
      await makeLive(version.id);
      setSaid(t('versions.done', { when: nameOf(version) }));
    } catch (thrown) {
      setFault(whyFailed(thrown));
    }
    setBusy(false);
    await Promise.all([versions.refetch(), client.invalidateQueries({ queryKey: ['publish'] })]);
  };
  return (
    <section className={ui.stack} aria-label={t('versions.title')}>
      {versions.isPending ? <Loading /> : null}
      {versions.isError ? <CannotLoad text={whyFailed(versions.error)} retry={() => void versions.refetch()} /> : null}
      {versions.data?.versions.length === 0 ? <p className={ui.help}>{t('versions.none')}</p> : null}
      <ul className={rows.plain ?? ''}>
        {(versions.data?.versions ?? []).map((version) => (
          <li key={version.id} className={rows.block}>
            <span style={{ flex: 1 }}>{nameOf(version)}</span>
            {version.live ? (
              <Badge>{t('versions.live')}</Badge>
            ) : (
              <Button
                look="quiet"
                isDisabled={isBusy}
                aria-label={t('versions.againNamed', { when: nameOf(version) })}
                onPress={() => setWanted(version)}
              >
                {t('versions.again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status">{isBusy ? t('versions.busy') : said}</p>
      {fault ? <Problem text={fault} /> : null}
      {wanted ? (
        <Ask
          isOpen
          title={t('versions.againNamed', { when: nameOf(wanted) })}
          text={t('versions.ask')}
          yes={t('versions.again')}
          onYes={() => void start(wanted)}
          onNo={() => setWanted(null)}
        />
      ) : null}
    </section>
  );
}
