import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { planPublish, publish } from '../client/editor.ts';
import type { PublishedPage, PublishLine, PublishPlan } from '../client/wire.ts';
import { fileSize } from '../core/upload.ts';
import { Issues } from '../panel/Issues.tsx';
import { useSession } from '../state/context.ts';
import { counted, t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Versions } from './Versions.tsx';
import { why, whyFailed } from './why.ts';

const GROUPS = ['added', 'changed', 'removed'] as const;

function Pages({ name, pages }: { name: (typeof GROUPS)[number]; pages: readonly PublishedPage[] }) {
  if (pages.length === 0) return null;
  return (
    <section>
      <h3 style={{ margin: 0, fontSize: '1rem' }}>{counted(`publish.${name}`, pages.length)}</h3>
      <ul style={{ margin: 0 }}>
        {pages.map(({ url, title }) => (
          <li key={url}>
            {title ? `${title} ` : null}
            <span className={ui.help}>{url}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isEmpty = ({ added, changed, removed, files }: PublishPlan): boolean =>
  added.length + changed.length + removed.length + files === 0;

/** Shows what goes live before it does, and every step while it does. What is not saved yet is saved first. */
export function Publish({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [line, setLine] = useState<PublishLine | null>(null);
  const [busy, setBusy] = useState(false);
  const [before, setBefore] = useState(false);
  const plan = useQuery({
    queryKey: ['publish'],
    gcTime: 0,
    staleTime: 0,
    queryFn: async () => {
      await session.save();
      return planPublish();
    },
  });
  const start = async () => {
    setBusy(true);
    setLine({ kind: 'building' });
    try {
      await publish(setLine);
    } catch (thrown) {
      setLine({ kind: 'failed', code: '', message: whyFailed(thrown), diagnostics: [] });
    }
    setBusy(false);
  };
  const done = line?.kind === 'published';
  return (
    <Dialog title={t('publish.title')} isOpen onClose={onClose} wide>
      {line === null && plan.isPending ? <Loading label={t('publish.looking')} /> : null}
      {line === null && plan.isError ? (
        <CannotLoad text={whyFailed(plan.error)} retry={() => void plan.refetch()} />
      ) : null}
      {line === null && plan.data ? (
        isEmpty(plan.data) ? (
          <Calm>{t('publish.nothing')}</Calm>
        ) : (
          <>
            <p style={{ margin: 0 }}>
              {t(`publish.where.${plan.data.place.kind}`, { place: plan.data.place.name })}
              {plan.data.address ? ` ${t('publish.foundAt', { address: plan.data.address })}` : ''}
            </p>
            {GROUPS.map((name) => (
              <Pages key={name} name={name} pages={plan.data[name]} />
            ))}
            <p className={ui.help} style={{ margin: 0 }}>
              {t('publish.files', { n: plan.data.files, size: fileSize(plan.data.bytes) })}
            </p>
          </>
        )
      ) : null}
      <div role="status">
        {line?.kind === 'building' ? t('publish.building') : null}
        {line?.kind === 'sending' ? t('publish.sending', { sent: line.sent, total: line.total }) : null}
        {line?.kind === 'published' ? t('publish.done', { sent: line.sent }) : null}
      </div>
      {line?.kind === 'published' && line.address ? <a href={line.address}>{line.address}</a> : null}
      {line?.kind === 'failed' ? (
        <>
          <Problem text={why(line.code, line.message)} />
          {line.diagnostics.length > 0 ? <Issues issues={line.diagnostics} onGo={onClose} /> : null}
        </>
      ) : null}
      {busy ? null : (
        <Button look="quiet" aria-expanded={before} onPress={() => setBefore(!before)}>
          {t('versions.title')}
        </Button>
      )}
      {before && !busy ? <Versions /> : null}
      <div className={ui.actions}>
        {/* The button that was pressed goes when all is done: a keyboard user goes on with this one. */}
        <Button key={done ? 'close' : 'cancel'} autoFocus={done} onPress={onClose}>
          {t(done ? 'common.close' : 'common.cancel')}
        </Button>
        {done ? null : (
          <Button
            look="primary"
            isDisabled={busy || !plan.data || (isEmpty(plan.data) && line === null)}
            onPress={() => start()}
          >
            {t('publish.now')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
