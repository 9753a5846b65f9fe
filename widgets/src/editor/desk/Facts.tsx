import { useState } from 'react';
import { named, t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { amount, dayOf, type Whole, when } from './desk.ts';
import { e } from './edit.ts';
import type { Done } from './Steps.tsx';

/** What the order comes to, part by part. */
export function Sums({ whole }: { whole: Whole }) {
  const { order, amounts } = whole;
  // The lines and delivery are together what was paid, by money and by gift cards.
  const all = whole.lines.reduce((sum, line) => sum + line.paidCents, whole.deliveryPaidCents);
  const paidByCards = all - order.grandTotalCents;
  const rows: [string, number][] = [
    [t('desk.subtotal'), order.subtotalCents],
    [t('desk.discount'), -(order.discountCents - paidByCards)],
    [t('desk.delivery'), order.shippingCents],
    [`${t('desk.tax')} 0 %`, -order.reliefCents],
    ...order.taxes.map(({ name, rate, included, taxCents }): [string, number] => {
      const title = `${name || t('desk.tax')} ${rate} %`;
      return [included ? t('desk.included', { name: title }) : title, taxCents];
    }),
    [t('desk.byCards'), -paidByCards],
  ];
  return (
    <div>
      <dl className={styles.sums}>
        {rows
          .filter(([, cents]) => cents !== 0)
          .map(([title, cents]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{amount(cents, amounts)}</dd>
            </div>
          ))}
      </dl>
      <strong className={styles.total}>{t('store.total', { total: amount(order.grandTotalCents, amounts) })}</strong>
      {order.refundedCents ? <p>{t('desk.refunded', { amount: amount(order.refundedCents, amounts) })}</p> : null}
    </div>
  );
}

/** When it comes or is collected, what is said to whom it is given, and which terms its buyer agreed to; nothing where nothing is said. */
export function Agreed({ whole: { order } }: { whole: Whole }) {
  const { shippingOption: way, buyer } = order;
  const window = way?.window;
  const said: [string, string | null | undefined][] = [
    [t('desk.window'), window && `${way.name} · ${dayOf(window.day)}, ${window.from}–${window.to}`],
    [t('desk.gift'), buyer.giftMessage],
    [t('desk.terms'), buyer.termsDigest],
  ];
  const some = said.filter(([, words]) => words);
  if (some.length === 0) return null;
  return (
    <div>
      {some.map(([title, words]) => (
        <div key={title}>
          <strong>{title}</strong>
          <p className={styles.lines}>{words}</p>
        </div>
      ))}
    </div>
  );
}

/** How it was paid, and what went back of that, with the provider's own names. */
export function Payment({ whole: { order, amounts } }: { whole: Whole }) {
  return (
    <div>
      <strong>{t('desk.payment')}</strong>
      <p className={styles.lines}>
        {[
          order.payment && named('desk.provider', order.payment.provider),
          order.payment && named('order', order.payment.status.toUpperCase()),
          order.payment?.reference,
        ]
          .filter(Boolean)
          .join('\n')}
      </p>
      {order.refunds.map((refund) => (
        <p key={refund.id} className={styles.lines}>
          {`−${amount(refund.amountCents, amounts)} · ${named('desk.refundState', refund.status)} · ${when(refund.createdOn)}`}
          <br />
          <span className={ui.help}>
            {[refund.reason, refund.stayedFor ? e('stayed') : '', refund.fault].filter(Boolean).join(' · ')}
          </span>
        </p>
      ))}
      {order.buyer.vatId ? <p className={styles.lines}>{order.buyer.vatId}</p> : null}
      {order.buyer.note ? <p className={styles.lines}>{order.buyer.note}</p> : null}
    </div>
  );
}

const AGAIN = ['confirmation', 'shipped', 'cancelled'] as const;

/** The letters that were written about it; one of them again. */
export function Letters({ whole, send }: { whole: Whole; send: Done }) {
  const { order, letters, parcels } = whole;
  const may = {
    confirmation: order.state !== 'PENDING',
    shipped: parcels.length > 0,
    cancelled: order.state === 'CANCELLED',
  };
  return (
    <div className={ui.stack}>
      <strong>{t('desk.letters')}</strong>
      {letters.map((letter) => (
        <p key={`${letter.kind}${letter.createdOn}`} className={styles.lines}>
          {`${named('desk.letter', letter.kind)} · ${
            letter.isFailed ? t('desk.letterFailed') : letter.sentOn ? when(letter.sentOn) : t('desk.letterWaits')
          }`}
        </p>
      ))}
      <div className={ui.actions}>
        {AGAIN.filter((kind) => may[kind]).map((kind) => (
          <Button key={kind} onPress={() => send({ kind })}>
            {t('desk.again', { letter: named('desk.letter', kind) })}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** What the staff sort it by. What somebody else adds or takes away while it is typed stays so. */
export function Tags({ tags, save }: { tags: string[]; save: Done }) {
  const [typed, setTyped] = useState<{ text: string; was: string[] } | null>(null);
  const press = async () => {
    if (!typed) return;
    const next = typed.text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
    // What is typed meanwhile goes on from what is stored now.
    if (await save({ tags: next, was: typed.was }))
      setTyped((now) => (now === typed || now === null ? null : { ...now, was: next }));
  };
  return (
    <div className={ui.stack}>
      <TextField
        label={t('desk.tags')}
        help={t('desk.tagsHelp')}
        value={typed?.text ?? tags.join(', ')}
        onChange={(text) => setTyped((before) => ({ text, was: before?.was ?? tags }))}
        onEnter={() => void press()}
        maxLength={900}
      />
      {typed === null ? null : (
        <div className={ui.actions}>
          <Button onPress={() => press()}>{t('desk.saveTags')}</Button>
        </div>
      )}
    </div>
  );
}
