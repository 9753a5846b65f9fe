import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { emailProblem } from '../../domain/email.ts';
import styles from '../books/books.module.css';
import { newKey } from '../client/key.ts';
import { call } from '../client/shop.ts';
import { MoneyField } from '../product/MoneyField.tsx';
import { useJson } from '../state/context.ts';
import { currencyIn } from '../state/currencyOf.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Calm, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { c } from './text.ts';

type Detail = components['schemas']['GiftCardDetail'];

/** A gift card that nobody bought: for somebody, with a reason. However often it is pressed, one form makes one card. */
export function NewCard({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const currency = currencyIn(useJson('site.json'));
  const key = useRef(newKey());
  const [amountCents, setAmount] = useState(2500);
  const [recipientName, setName] = useState('');
  const [recipientEmail, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<Partial<Record<'amount' | 'email' | 'name' | 'reason', string>>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<Detail | null>(null);

  const make = async () => {
    const isForSomebody = [recipientName, recipientEmail, message].some((text) => text.trim() !== '');
    const wrong = {
      ...(amountCents > 0 ? {} : { amount: c('needsAmount') }),
      ...(isForSomebody && emailProblem(recipientEmail) ? { email: c('needsEmail') } : {}),
      ...(isForSomebody && !recipientName.trim() ? { name: c('needsName') } : {}),
      ...(reason.trim() ? {} : { reason: c('needsReason') }),
    };
    setError(wrong);
    if (Object.keys(wrong).length > 0) return;
    setFailed(null);
    setBusy(true);
    try {
      const json = { amountCents, recipientName, recipientEmail, message, reason };
      setMade(
        await call<Detail>('POST', '/api/commerce/gift-cards', { json, headers: { 'idempotency-key': key.current } }),
      );
      await client.invalidateQueries({ queryKey: ['giftCards'] });
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-label={c('newCard')} className={ui.stack}>
      <div className={ui.actions}>
        <Button onPress={onClose}>{c('back')}</Button>
      </div>
      <h3 className={styles.title}>{c('newCard')}</h3>
      {made ? (
        <div role="status">
          <Calm>{saidOf(made)}</Calm>
        </div>
      ) : (
        <>
          {failed ? <Problem text={failed} /> : null}
          <MoneyField
            label={c('amount')}
            cents={amountCents}
            currency={currency}
            onChange={setAmount}
            error={error.amount}
          />
          <TextField
            label={c('email')}
            help={c('emailHelp')}
            type="email"
            value={recipientEmail}
            onChange={setEmail}
            maxLength={320}
            error={error.email}
          />
          <TextField label={c('name')} value={recipientName} onChange={setName} maxLength={100} error={error.name} />
          <TextField label={c('message')} value={message} onChange={setMessage} rows={3} maxLength={500} />
          <TextField
            label={c('reason')}
            value={reason}
            onChange={setReason}
            rows={2}
            maxLength={500}
            error={error.reason}
          />
          <Button look="primary" isDisabled={isBusy} onPress={() => make()}>
            {c('make')}
          </Button>
        </>
      )}
    </section>
  );
}

function saidOf({ card, code }: Detail): string {
  if (!code) return c('madeBefore');
  return card.recipient ? c('madeSent', { email: card.recipient, code }) : c('made', { code });
}
