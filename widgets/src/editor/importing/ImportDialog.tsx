import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { CallFailed } from '../client/ask.ts';
import type { WireChange } from '../core/change.ts';
import { isProducts } from '../core/item.ts';
import { $looked, FIRST } from '../products/list.ts';
import { useSession, useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Calm, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { bringIn, type Imported, type ImportOptions, type Line, lookAt } from './client.ts';
import styles from './importing.module.css';
import { OptionsForm } from './OptionsForm.tsx';
import { PlanView } from './PlanView.tsx';
import { i } from './text.ts';
import { why, whyFailed } from './why.ts';

/** What lists may be called; what they are, their content says. */
const ENDINGS = ['.csv', '.tsv', '.txt', '.xml', '.xlsx', '.ods', '.xls', 'text/csv'];

/** Products out of a spreadsheet or another shop: looked at first, brought in as one step that can be taken back. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const client = useQueryClient();
  const { collections, role } = useSite();
  const shops = collections.filter(isProducts);
  const [chosen, setChosen] = useState<{ file: File; number: number } | null>(null);
  const [options, setOptions] = useState<ImportOptions>({
    folder: shops[0]?.folder ?? '',
    title: '',
    present: 'update',
    drafts: false,
  });
  const [pictures, setPictures] = useState(true);
  const [line, setLine] = useState<Line | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const [fault, setFault] = useState('');
  const plan = useQuery({
    queryKey: ['product list', chosen?.number, options],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: chosen !== null && !done,
    placeholderData: (before) => before,
    queryFn: async () => {
      if (!chosen) throw new Error('No list is chosen.');
      await session.save();
      return lookAt(chosen.file, options);
    },
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    setFault('');
    setDone(null);
    setChosen({ file, number: (chosen?.number ?? 0) + 1 });
  };
  const start = async () => {
    if (!chosen || !plan.data) return;
    setFault('');
    setLine({ kind: 'writing' });
    let end: Line | null = null;
    try {
      await session.save();
      await bringIn(chosen.file, { ...options, pictures, plan: plan.data.plan }, (next) => {
        end = next;
        setLine(next);
      });
      finish(end);
    } catch (thrown) {
      // An answer that breaks off says nothing of how it ended.
      setFault(thrown instanceof CallFailed ? whyFailed(thrown) : i('cutOff'));
      void plan.refetch();
    }
    setLine(null);
  };
  const finish = (end: Line | null) => {
    if (end?.kind === 'imported') {
      setDone(end);
      const brought = end.files
        .map(({ path }) => path)
        .filter((path) => !path.endsWith('/collection.json') && path !== 'site.json');
      if (brought.length > 0) $looked.set({ ...FIRST, brought });
      if (end.files.length > 0)
        session.doneElsewhere(
          i('step'),
          end.files.map(({ inverse }) => inverse as WireChange),
        );
      void client.invalidateQueries({ queryKey: ['collection'] });
      return;
    }
    setFault(
      end?.kind === 'failed'
        ? [why(end.code, end.message), ...end.diagnostics.slice(0, 3).map(({ message }) => message)].join(' ')
        : i('cutOff'),
    );
    void plan.refetch();
  };
  const isBusy = line !== null;
  const isNothing = plan.data !== undefined && plan.data.added + plan.data.changed === 0;
  return (
    <Dialog
      title={i('title')}
      isOpen
      wide
      alert={isBusy}
      onClose={() => {
        if (!isBusy) onClose();
      }}
    >
      {done ? (
        <Done done={done} undo={() => void session.undo()} onClose={onClose} />
      ) : (
        <>
          {chosen ? null : <p className={styles.text}>{i('about')}</p>}
          <DropZone
            className={styles.drop ?? ''}
            isDisabled={isBusy}
            onDrop={(event) => {
              const [first] = event.items.filter((item) => item.kind === 'file');
              void first?.getFile().then(choose);
            }}
          >
            <Text slot="label" className={ui.help ?? ''}>
              {chosen ? chosen.file.name : i('drop')}
            </Text>
            <FileTrigger acceptedFileTypes={ENDINGS} onSelect={(files) => choose(files?.[0])}>
              <Button look={chosen ? 'quiet' : 'primary'} isDisabled={isBusy}>
                {i(chosen ? 'other' : 'choose')}
              </Button>
            </FileTrigger>
          </DropZone>
          {plan.isFetching && !isBusy ? <Loading label={i('looking')} /> : null}
          {plan.isError && !plan.isFetching ? (
            <Problem text={whyFailed(plan.error)} retry={() => void plan.refetch()} />
          ) : null}
          {plan.data && !plan.isError ? (
            <>
              <OptionsForm
                options={options}
                onChange={setOptions}
                shops={shops}
                plan={plan.data}
                pictures={pictures}
                onPictures={setPictures}
                mayPublish={role.mayPublish}
                isDisabled={isBusy}
              />
              <PlanView plan={plan.data} />
              {isNothing && !plan.isFetching ? <Calm>{i('nothing')}</Calm> : null}
            </>
          ) : null}
          <div role="status">
            {line?.kind === 'pictures' ? i('bringing', { done: line.done, total: line.total }) : null}
            {line?.kind === 'writing' ? i('writing') : null}
          </div>
          {fault ? <Problem text={fault} /> : null}
          <div className={ui.actions}>
            <Button isDisabled={isBusy} onPress={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              look="primary"
              isDisabled={isBusy || !plan.data || plan.isError || plan.isFetching || isNothing}
              onPress={() => void start()}
            >
              {i('start')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Done({ done, undo, onClose }: { done: Imported; undo: () => void; onClose: () => void }) {
  const { added, changed, same, left, missing, files } = done;
  return (
    <>
      <p role="status" className={styles.text}>
        {i('done', { added, changed, same, left })} {files.length > 0 ? i('doneNext') : ''}
      </p>
      {missing.length > 0 ? (
        <section>
          <p className={styles.text}>{i('missing', { n: missing.length })}</p>
          <ul className={styles.addresses}>
            {missing.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className={ui.actions}>
        {files.length > 0 ? (
          <Button
            look="quiet"
            icon="undo"
            onPress={() => {
              $looked.set(FIRST);
              undo();
              onClose();
            }}
          >
            {i('undo')}
          </Button>
        ) : null}
        <Button look="primary" autoFocus onPress={onClose}>
          {files.length > 0 ? i('see') : t('common.close')}
        </Button>
      </div>
    </>
  );
}
