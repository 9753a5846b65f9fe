import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call, fileOf } from '../client/shop.ts';
import { textOf } from '../core/fileText.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { nameOf, STOCK } from './stock.ts';

type Answer = components['schemas']['TableAnswer'];

/** How many changes and faults of a table are shown. */
const SHOWN = 20;

async function download(): Promise<void> {
  const address = URL.createObjectURL(await fileOf(`${STOCK}.csv`));
  const link = Object.assign(document.createElement('a'), { href: address, download: 'stock.csv' });
  link.click();
  URL.revokeObjectURL(address);
}

/** Stock as a table of another program: out, and back with what changed, looked at before it is done. */
export function StockTable() {
  const client = useQueryClient();
  const [table, setTable] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState('');
  const run = async (text: string, how: { preview?: boolean; again?: boolean }) => {
    setFault('');
    try {
      setAnswer(await call<Answer>('POST', `${STOCK}/tables`, { json: { table: text, ...how } }));
    } catch (thrown) {
      setFault(refusalOf(thrown));
    }
    if (how.preview) return;
    // The lists, and every ledger that is open.
    await Promise.all([
      client.invalidateQueries({ queryKey: ['inventory'] }),
      client.invalidateQueries({ queryKey: ['stock'] }),
    ]);
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    const text = await textOf(file);
    setTable(text);
    setAnswer(null);
    await run(text, { preview: true });
    // The same file may be chosen again once it is mended.
    event.target.value = '';
  };
  return (
    <fieldset className={ui.stack} style={{ border: 0, margin: 0, padding: 0 }}>
      <legend>
        <strong>{t('inventory.table')}</strong>
      </legend>
      <div className={ui.group} style={{ flexWrap: 'wrap' }}>
        <Button onPress={() => download().catch((thrown: unknown) => setFault(refusalOf(thrown)))}>
          {t('inventory.download')}
        </Button>
        <label>
          {t('inventory.upload')}{' '}
          <input type="file" accept=".csv,.tsv,text/csv" onChange={(event) => void choose(event)} />
        </label>
      </div>
      <span className={ui.help}>{t('inventory.tableHelp')}</span>
      {fault ? <Problem text={fault} /> : null}
      {answer ? <Outcome answer={answer} take={() => void run(table, { again: answer.isKnown })} /> : null}
    </fieldset>
  );
}

function Outcome({ answer, take }: { answer: Answer; take: () => void }) {
  const { changes, faults, unchanged, isDone, isKnown } = answer;
  const more = Math.max(changes.length, faults.length) - SHOWN;
  return (
    <div className={ui.stack}>
      <strong role="status">
        {faults.length
          ? t('inventory.faults', { n: faults.length })
          : t(isDone ? 'inventory.taken' : 'inventory.wouldChange', { n: changes.length, unchanged })}
      </strong>
      <ul style={{ margin: 0 }}>
        {faults.slice(0, SHOWN).map((one) => (
          <li key={`${one.line} ${one.column}`}>
            {t('inventory.fault', { line: one.line, column: one.column, message: one.message })}
          </li>
        ))}
        {(faults.length ? [] : changes).slice(0, SHOWN).map((one) => (
          <li key={one.line}>{`${nameOf(one)} (${one.sku}): ${one.before} → ${one.after}`}</li>
        ))}
      </ul>
      {more > 0 ? <span className={ui.help}>{t('inventory.andMore', { n: more })}</span> : null}
      {isKnown && !isDone ? <Problem text={t('inventory.known')} /> : null}
      {isDone || faults.length || changes.length === 0 ? null : (
        <div className={ui.actions}>
          <Button look="primary" onPress={take}>
            {t(isKnown ? 'inventory.takeAgain' : 'inventory.take')}
          </Button>
        </div>
      )}
    </div>
  );
}
