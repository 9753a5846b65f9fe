import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { amount, type Whole } from './desk.ts';
import { e } from './edit.ts';
import { saidOf, typedCents } from './Refund.tsx';
import { type OneReturn, ofReturn, productOf, useOnce } from './returns.ts';
import type { Done } from './Steps.tsx';

type Told = components['schemas']['RefundPreview'];
type Props = { one: OneReturn; whole: Whole; receive: Done };

/** Notes what came of a return and gives its money back in one step; first it is told what goes where. */
export function ReceiveReturn({ one, whole, receive }: Props) {
  const [came, setCame] = useState<Record<number, number>>({});
  const [kept, setKept] = useState<Record<number, boolean>>({});
  const [fee, setFee] = useState('');
  const [toCard, setToCard] = useState(false);
  const [isBusy, once] = useOnce();
  const feeCents = fee.trim() === '' ? 0 : typedCents(fee, 0);
  const lines = one.lines
    .map(({ position, quantity }) => ({
      position,
      quantity: Math.min(came[position] ?? quantity, quantity),
      restock: kept[position] !== true,
    }))
    .filter(({ quantity }) => quantity > 0);
  const json = { lines, feeCents: feeCents ?? 0, ...(toCard ? { toCard } : {}) };
  const isSomething = lines.length > 0 && feeCents !== null;
  const preview = useQuery({
    queryKey: ['orders', whole.order.id, 'return', one.id, json],
    queryFn: () => call<Told>('POST', `${ofReturn(one)}/preview`, { json }),
    enabled: isSomething,
    retry: false,
  });
  return (
    <fieldset className={`${ui.stack} ${styles.part}`}>
      <legend>
        <strong>{t('desk.returnGoods')}</strong>
      </legend>
      {one.lines.map(({ position, quantity }) => {
        const product = productOf(whole, position);
        return (
          <div key={position} className={styles.facts}>
            <NumberField
              label={t('desk.returnPieces', { product, n: String(quantity) })}
              value={came[position] ?? quantity}
              least={0}
              most={quantity}
              onChange={(value) => setCame({ ...came, [position]: value })}
            />
            <Switch
              label={t('desk.returnRestock', { product })}
              isOn={kept[position] !== true}
              onChange={(isOn) => setKept({ ...kept, [position]: !isOn })}
            />
          </div>
        );
      })}
      <TextField
        label={t('desk.returnFee', { currency: whole.order.currency })}
        help={t('desk.returnFeeHelp')}
        value={fee}
        onChange={setFee}
        maxLength={14}
        error={feeCents === null ? t('money.not-a-number') : undefined}
      />
      <Switch label={e('toCard', { email: whole.order.email })} isOn={toCard} onChange={setToCard} />
      <p role="status" className={styles.lines}>
        {isSomething && preview.data ? saidOf(preview.data, (cents) => amount(cents, whole.amounts)).join('\n') : null}
        {isSomething && preview.isError ? refusalOf(preview.error) : null}
      </p>
      <div className={ui.actions}>
        <Button look="primary" isDisabled={isBusy || !isSomething} onPress={() => void once(() => receive(json))}>
          {t('desk.returnReceive')}
        </Button>
      </div>
    </fieldset>
  );
}
