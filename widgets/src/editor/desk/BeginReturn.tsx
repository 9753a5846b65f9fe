import { useState } from 'react';
import { useCallKey } from '../state/callKey.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import type { Whole } from './desk.ts';
import { LONGEST_WORDS, productOf, REASONS, type Reason, useOnce } from './returns.ts';
import type { Done } from './Steps.tsx';

/** Begins a return for somebody who called or wrote: which pieces, why each, and what the shopper is told. */
export function BeginReturn({ whole, begin }: { whole: Whole; begin: Done }) {
  const [chosen, setChosen] = useState<Record<number, number>>({});
  const [reasons, setReasons] = useState<Record<number, Reason>>({});
  const [note, setNote] = useState('');
  const [answer, setAnswer] = useState('');
  const [notify, setNotify] = useState(true);
  const [isBusy, once] = useOnce();
  const key = useCallKey();
  const lines = whole.returnable
    .map(({ position, quantity }) => ({
      position,
      quantity: Math.min(chosen[position] ?? 0, quantity),
      reason: reasons[position] ?? 'unsaid',
    }))
    .filter(({ quantity }) => quantity > 0);
  const press = async () => {
    const body = { lines, note: note.trim(), answer: answer.trim(), notify };
    if (await begin(body, key.headersFor(body))) key.done();
  };
  return (
    <fieldset className={`${ui.stack} ${styles.part}`}>
      <legend>
        <strong>{t('desk.returnBegin')}</strong>
      </legend>
      {whole.returnable.map(({ position, quantity }) => {
        const product = productOf(whole, position);
        return (
          <div key={position} className={styles.facts}>
            <NumberField
              label={t('desk.returnOf', { product, n: String(quantity) })}
              value={chosen[position] ?? 0}
              least={0}
              most={quantity}
              onChange={(value) => setChosen({ ...chosen, [position]: value })}
            />
            <Select
              label={t('desk.returnReason', { product })}
              value={reasons[position] ?? 'unsaid'}
              choices={REASONS.map((value) => ({ value, label: t(`desk.why.${value}`) }))}
              onChange={(value) => setReasons({ ...reasons, [position]: value })}
            />
          </div>
        );
      })}
      <TextField
        label={t('desk.returnNote')}
        help={t('desk.noteHelp')}
        rows={2}
        maxLength={LONGEST_WORDS}
        value={note}
        onChange={setNote}
      />
      <TextField
        label={t('desk.returnTell')}
        help={t('desk.returnBeginHelp')}
        rows={2}
        maxLength={LONGEST_WORDS}
        value={answer}
        onChange={setAnswer}
      />
      <Switch label={t('desk.notify')} isOn={notify} onChange={setNotify} />
      <div className={ui.actions}>
        <Button look="primary" isDisabled={isBusy || lines.length === 0} onPress={() => void once(press)}>
          {t('desk.returnBeginNow')}
        </Button>
      </div>
    </fieldset>
  );
}
