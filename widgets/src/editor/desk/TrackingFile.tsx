import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { textOf } from '../core/fileText.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Switch } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { DESK } from './desk.ts';

type Answer = components['schemas']['TrackingAnswer'];
const OUTCOMES = ['SENT', 'NAMED', 'SAME', 'WRONG'] as const;

/** Tracking numbers from a file: looked through first, with its faults by line and column, and then done. */
export function TrackingFile() {
  const client = useQueryClient();
  const [table, setTable] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [notify, setNotify] = useState(true);
  const [fault, setFault] = useState('');
  const take = async (text: string, apply: boolean) => {
    setFault('');
    try {
      setAnswer(await call<Answer>('POST', `${DESK}/tracking`, { json: { table: text, apply, notify } }));
    } catch (thrown) {
      setAnswer(null);
      setFault(refusalOf(thrown));
    }
    if (apply) await client.invalidateQueries({ queryKey: ['orders'] });
  };
  const choose = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const text = await textOf(file);
    setTable(text);
    await take(text, false);
  };
  const wrong = answer?.lines.filter(({ outcome }) => outcome === 'WRONG') ?? [];
  const count = (outcome: string) => answer?.lines.filter((line) => line.outcome === outcome).length ?? 0;
  const isReady =
    table !== null && answer && !answer.isApplied && wrong.length === 0 && count('SENT') + count('NAMED') > 0;
  return (
    <div className={ui.stack}>
      <p className={ui.help}>{t('desk.trackingHelp')}</p>
      <div className={ui.actions}>
        <FileTrigger acceptedFileTypes={['.csv', 'text/csv', 'text/plain']} onSelect={(files) => void choose(files)}>
          <Button>{t('desk.chooseFile')}</Button>
        </FileTrigger>
      </div>
      {fault ? <Problem text={fault} /> : null}
      {answer ? (
        <p role="status">
          {[
            ...(answer.isApplied ? [t('desk.trackingDone')] : []),
            ...OUTCOMES.filter((one) => count(one) > 0).map((one) => `${count(one)} ${t(`desk.outcome.${one}`)}`),
          ].join(' · ')}
        </p>
      ) : null}
      {wrong.length > 0 ? (
        <Problem text={answer?.isApplied ? t('desk.trackingPart') : t('desk.trackingFaults')}>
          {wrong.map((line) => (
            <p key={line.line}>
              {t('desk.atLine', { line: line.line, column: line.column ?? '', why: line.fault ?? '' })}
            </p>
          ))}
        </Problem>
      ) : null}
      {isReady ? (
        <>
          <Switch label={t('desk.notify')} isOn={notify} onChange={setNotify} />
          <div className={ui.actions}>
            <Button look="primary" onPress={() => take(table, true)}>
              {t('desk.trackingApply')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
