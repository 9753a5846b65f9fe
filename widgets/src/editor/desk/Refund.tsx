import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { readCents } from '../../domain/money.ts';
import { call } from '../client/shop.ts';
import { useCallKey } from '../state/callKey.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { emptied, NumberField, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { amount, type Whole } from './desk.ts';
import { e } from './edit.ts';
import type { Done } from './Steps.tsx';

type Body = components['schemas']['RefundRequest'];
type Told = components['schemas']['RefundPreview'];
type Wish = Pick<Body, 'lines'> & Partial<Pick<Body, 'amountCents' | 'deliveryCents' | 'toCard'>>;

/** The amount that was typed, with a point or a comma; null where it is none, or is below `least`. */
export const typedCents = (text: string, least = 1): number | null => {
  const read = readCents(text.trim().replace(',', '.'));
  return 'cents' in read && read.cents >= least ? read.cents : null;
};

/** Gives money back: of pieces and delivery what they cost, or another amount; first it is told what goes where. */
export function Refund({ whole, refund }: { whole: Whole; refund: Done }) {
  const { order, lines, amounts } = whole;
  const [chosen, setChosen] = useState<Record<number, number>>({});
  const [isRestocked, setRestocked] = useState(true);
  const [withDelivery, setDelivery] = useState(false);
  const [typed, setTyped] = useState('');
  const [toCard, setToCard] = useState(false);
  const [reason, setReason] = useState('');
  const deliveryLeft = whole.deliveryPaidCents - whole.deliveryRefundedCents;
  const back = (position: number) => order.lines.find((line) => line.position === position)?.restocked ?? 0;
  const pieces = lines
    .map((line, index) => ({ ...line, sold: order.lines[index]?.quantity ?? 0 }))
    .filter((line) => line.sold > line.refunded);
  const wished = pieces
    .map(({ position, sold, refunded }) => ({
      position,
      quantity: Math.min(chosen[position] ?? 0, sold - refunded),
      restock: isRestocked && (chosen[position] ?? 0) <= sold - back(position),
    }))
    .filter(({ quantity }) => quantity > 0);
  const other = typed.trim() === '' ? undefined : typedCents(typed);
  const wish: Wish = {
    lines: wished,
    ...(withDelivery && deliveryLeft > 0 ? { deliveryCents: deliveryLeft } : {}),
    ...(other ? { amountCents: other } : {}),
    ...(toCard ? { toCard } : {}),
  };
  const isSomething = other !== null && (wished.length > 0 || wish.deliveryCents !== undefined || other !== undefined);
  // The server refuses it meanwhile: it is said before anything is typed.
  const isLocked = whole.returns.some(({ exchangeWaits }) => exchangeWaits);
  const preview = useQuery({
    queryKey: ['orders', order.id, 'preview', wish],
    queryFn: () =>
      call<Told>('POST', `/api/commerce/orders/${encodeURIComponent(order.id)}/refund-preview`, { json: wish }),
    enabled: isSomething && !isLocked,
    retry: false,
  });
  const key = useCallKey();
  const press = async () => {
    const body = { ...wish, reason: reason.trim() };
    await refund(body, key.headersFor(body), () => {
      key.done();
      setChosen(emptied(chosen, {}));
      setTyped(emptied(typed, ''));
      setReason(emptied(reason, ''));
      setDelivery(emptied(withDelivery, false));
      setToCard(emptied(toCard, false));
    });
  };
  const name = (position: number) => order.lines.find((line) => line.position === position)?.productName ?? '';
  return (
    <fieldset className={`${ui.stack} ${styles.part}`}>
      <legend>
        <strong>{t('desk.refundNow')}</strong>
      </legend>
      {isLocked ? <p className={styles.lines}>{t('desk.exchangeLocks')}</p> : null}
      {pieces.map(({ position, sold, refunded }) => (
        <NumberField
          key={position}
          label={t('desk.refundOf', { product: name(position) })}
          value={chosen[position] ?? 0}
          least={0}
          most={sold - refunded}
          onChange={(value) => setChosen({ ...chosen, [position]: value })}
        />
      ))}
      {pieces.length > 0 ? <Switch label={t('desk.restock')} isOn={isRestocked} onChange={setRestocked} /> : null}
      {deliveryLeft > 0 ? (
        <Switch
          label={t('desk.refundDelivery', { amount: amount(deliveryLeft, amounts) })}
          isOn={withDelivery}
          onChange={setDelivery}
        />
      ) : null}
      <TextField
        label={t('desk.otherAmount', { currency: order.currency })}
        help={t('desk.otherAmountHelp')}
        value={typed}
        onChange={setTyped}
        maxLength={14}
        error={other === null ? t('money.not-a-number') : undefined}
      />
      <Switch label={e('toCard', { email: order.email })} isOn={toCard} onChange={setToCard} />
      <TextField label={t('desk.reason')} value={reason} onChange={setReason} maxLength={500} />
      <p role="status" className={styles.lines}>
        {isSomething && preview.data ? saidOf(preview.data, (cents) => amount(cents, amounts)).join('\n') : null}
        {isSomething && !isLocked && preview.isError ? refusalOf(preview.error) : null}
      </p>
      <div className={ui.actions}>
        <Button isDisabled={isLocked || !isSomething || reason.trim() === ''} onPress={() => press()}>
          {t('desk.refundNow')}
        </Button>
      </div>
    </fieldset>
  );
}

/** What would go back, and where to. */
export function saidOf(told: Told, write: (cents: number) => string): string[] {
  const said = [t('desk.preview', { amount: write(told.amountCents) })];
  if (told.moneyCents) said.push(t('desk.previewMoney', { amount: write(told.moneyCents) }));
  if (told.newCardCents) said.push(e('toNewCard', { amount: write(told.newCardCents) }));
  if (told.toCardsCents) said.push(t('desk.previewCards', { amount: write(told.toCardsCents) }));
  if (told.voidedCents) said.push(t('desk.previewVoid', { amount: write(told.voidedCents) }));
  return said;
}

/** Calls an order off of which nothing was sent. */
export function Cancel({ cancel }: { cancel: Done }) {
  const [reason, setReason] = useState('');
  const [isRestocked, setRestocked] = useState(true);
  return (
    <fieldset className={`${ui.stack} ${styles.part}`}>
      <legend>
        <strong>{t('store.cancel')}</strong>
      </legend>
      <TextField
        label={t('desk.cancelReason')}
        help={t('store.cancelHelp')}
        value={reason}
        onChange={setReason}
        maxLength={500}
      />
      <Switch label={t('desk.cancelRestock')} isOn={isRestocked} onChange={setRestocked} />
      <div className={ui.actions}>
        <Button
          look="danger"
          isDisabled={reason.trim() === ''}
          onPress={() => cancel({ reason: reason.trim(), restock: isRestocked })}
        >
          {t('store.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}
