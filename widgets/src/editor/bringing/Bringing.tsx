import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { CallError } from '../../client/failure.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Calm, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './bringing.module.css';
import { type End, give } from './client.ts';
import { OutcomeView } from './OutcomeView.tsx';
import { b, whole, whyRefused } from './text.ts';

/** What files may be called; what they are, their content says. */
const ENDINGS = ['.csv', '.tsv', '.txt', '.json', 'text/csv', 'application/json'];

/** A file that was chosen, and how it stands. */
type Chosen = { id: number; file: File; end?: End; why?: string; brought?: boolean };
/** What is being read or brought. */
type Busy = { id: number; brings: boolean; done: number; total: number };

/** Customers, orders, codes and cards of another shop: each file is looked at first, then brought in by the shop step by step. */
export function Bringing({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const [busy, setBusy] = useState<Busy | null>(null);
  const [isDone, setDone] = useState(false);
  const settle = (id: number, change: Partial<Chosen>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  /** One file after the other; whether all of them went well. */
  const run = async (all: readonly Chosen[], brings: boolean): Promise<boolean> => {
    let good = true;
    for (const { id, file } of all) {
      setBusy({ id, brings, done: 0, total: 0 });
      try {
        const end = await give(file, !brings, (done, total) => setBusy({ id, brings, done, total }));
        good &&= end.kind === 'done';
        settle(id, { end, brought: brings });
      } catch (thrown) {
        good = false;
        settle(id, { why: whyOf(thrown) });
      }
    }
    setBusy(null);
    return good;
  };
  const choose = (list: readonly File[]) => {
    const first = files.reduce((most, { id }) => Math.max(most, id), 0) + 1;
    const fresh = list.map((file, at) => ({ id: first + at, file }));
    setFiles([...files, ...fresh]);
    void run(fresh, false);
  };
  const again = (one: Chosen) => {
    const { file, id } = one;
    setFiles((all) => all.map((other) => (other.id === id ? { id, file } : other)));
    void run([{ id, file }], false);
  };
  const ready = files.filter(({ end }) => end?.kind === 'done' && end.added + end.changed > 0);
  const bring = async () => {
    const good = await run(ready, true);
    setDone(good);
    for (const key of ['customers', 'customer', 'orders', 'members', 'coupons', 'cards'])
      void client.invalidateQueries({ queryKey: [key] });
  };
  const waits = busy === null && files.length > 0 && !isDone;
  return (
    <Dialog title={b('title')} isOpen wide onClose={onClose}>
      {files.length === 0 ? <p className={styles.text}>{b('about')}</p> : null}
      {isDone ? null : <p className={ui.help}>{b('calm')}</p>}
      {isDone ? null : (
        <DropZone
          className={styles.drop ?? ''}
          isDisabled={busy !== null}
          onDrop={(event) => {
            const dropped = event.items.filter((item) => item.kind === 'file');
            void Promise.all(dropped.map((item) => item.getFile())).then(choose);
          }}
        >
          <Text slot="label" className={ui.help ?? ''}>
            {b('drop')}
          </Text>
          <FileTrigger
            allowsMultiple
            acceptedFileTypes={ENDINGS}
            onSelect={(list) => choose(list ? Array.from(list) : [])}
          >
            <Button look={files.length > 0 ? 'quiet' : 'primary'} isDisabled={busy !== null}>
              {b(files.length > 0 ? 'more' : 'choose')}
            </Button>
          </FileTrigger>
        </DropZone>
      )}
      <ul className={styles.files}>
        {files.map((one) => (
          <li key={one.id}>
            <FileView
              one={one}
              again={waits ? () => again(one) : undefined}
              remove={waits ? () => setFiles(files.filter(({ id }) => id !== one.id)) : undefined}
            />
          </li>
        ))}
      </ul>
      <div role="status">{busy ? <Progress busy={busy} name={nameOf(files, busy.id)} /> : null}</div>
      {waits && ready.length === 0 && files.every(({ end }) => end?.kind === 'done') ? (
        <Calm>{b('nothing')}</Calm>
      ) : null}
      <div className={ui.actions}>
        {isDone ? (
          <Button look="primary" autoFocus onPress={onDone}>
            {b('see')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t(busy?.brings ? 'common.close' : 'common.cancel')}</Button>
            <Button look="primary" isDisabled={busy !== null || ready.length === 0} onPress={() => void bring()}>
              {b('start')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

const nameOf = (files: readonly Chosen[], id: number): string => files.find((one) => one.id === id)?.file.name ?? '';

function whyOf(thrown: unknown): string {
  if (!(thrown instanceof CallError)) return t('errors.unknown');
  const { kind, body, message } = thrown.failure;
  if (kind !== 'http') return t('errors.network');
  return whyRefused(typeof body.code === 'string' ? body.code : '', message ?? t('errors.unknown'));
}

function Progress({ busy, name }: { busy: Busy; name: string }) {
  const { brings, done, total } = busy;
  const values = { name, done: whole(done), total: whole(total) };
  return (
    <>
      <p className={styles.text}>{total > 0 ? b(brings ? 'bringing' : 'lookingAt', values) : b('looking', values)}</p>
      {brings ? <p className={ui.help}>{b('goesOn')}</p> : null}
    </>
  );
}

type FileProps = { one: Chosen; again: (() => void) | undefined; remove: (() => void) | undefined };

function FileView({ one, again, remove }: FileProps) {
  const { file, end, why, brought = false } = one;
  const { name } = file;
  const broken =
    end?.kind === 'failed'
      ? b('failed', { name, done: whole(end.done), total: whole(end.total) })
      : end?.kind === 'cutOff'
        ? b('cutOff', { name })
        : why;
  return (
    <section className={ui.stack} aria-label={name}>
      <h3 className={styles.title}>{name}</h3>
      {broken ? <Problem text={broken} /> : null}
      {end?.kind === 'done' && !broken ? <OutcomeView outcome={end} isDone={brought} /> : null}
      <div className={ui.actions}>
        {broken && again ? <Button onPress={again}>{b('again')}</Button> : null}
        {remove ? (
          <Button look="quiet" onPress={remove}>
            {b('remove', { name })}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
