import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import { when } from '../desk/desk.ts';
import { OrderPage } from '../desk/OrderPage.tsx';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import rows from '../ui/rows.module.css';
import { Badge, Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { c } from './text.ts';
import type { Word } from './words/en.ts';
import { EN } from './words/en.ts';

type Detail = components['schemas']['GiftCardDetail'];
type Change = components['schemas']['GiftCardChange'];

const pathOf = (id: string): string => `/api/commerce/gift-cards/${encodeURIComponent(id)}`;
const isWord = (key: string): key is Word => key in EN;
const nameOf = (number: number | null | undefined, id: string | null | undefined): string =>
  number ? `#${number}` : (id ?? '');

type Props = { id: string; onClose: () => void };

/** One gift card: where it comes from, for whom it is, what is left and why; voided here. */
export function OneCard({ id, onClose }: Props) {
  const [order, setOrder] = useState<string | null>(null);
  const [isVoided, setVoided] = useState(false);
  const detail = useQuery({
    queryKey: ['giftCard', id],
    queryFn: () => call<Detail>('GET', pathOf(id)),
    retry: false,
  });
  if (order) return <OrderPage id={order} onClose={() => setOrder(null)} />;
  const card = detail.data?.card;
  return (
    <section aria-label={c('cards')} className={ui.stack}>
      <div className={ui.actions}>
        <Button onPress={onClose}>{c('back')}</Button>
      </div>
      {detail.isPending ? <Loading /> : null}
      {detail.isError ? <CannotLoad retry={() => void detail.refetch()} /> : null}
      {isVoided ? <Calm>{c('voided')}</Calm> : null}
      {card ? (
        <>
          <h3 className={styles.title}>{card.codeEnd ? c('endsIn', { end: card.codeEnd }) : c('noEnd')}</h3>
          <p>
            <Badge>{c(`state.${card.state}`)}</Badge> {card.testMode ? <Badge>{c('test')}</Badge> : null}
          </p>
          <p className={styles.lines}>
            {[
              c(`source.${card.source}`, { order: nameOf(card.orderNumber, card.orderId), buyer: card.buyer }),
              card.recipient ? c('forWhom', { email: card.recipient }) : '',
            ]
              .filter(Boolean)
              .join('\n')}
          </p>
          <Sums card={card} />
          <div className={ui.actions}>
            {card.orderId ? (
              <Button onPress={() => setOrder(card.orderId ?? null)}>
                {c('order', { order: nameOf(card.orderNumber, card.orderId) })}
              </Button>
            ) : null}
            {card.state !== 'VOIDED' || card.balanceCents > 0 ? (
              <VoidIt card={card} onDone={() => setVoided(true)} />
            ) : null}
          </div>
          <h4 className={styles.title}>{c('ledger')}</h4>
          <ul style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }} aria-label={c('ledger')}>
            {detail.data?.ledger.map((change) => (
              <Line
                key={`${change.createdOn} ${change.reason} ${change.changeCents} ${change.orderId ?? ''}`}
                change={change}
                currency={card.currency}
                onOrder={setOrder}
              />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function Sums({ card }: { card: Detail['card'] }) {
  const facts: [string, string][] = [
    [c('left'), amount(card.balanceCents, card.currency)],
    [c('worth'), amount(card.worthCents, card.currency)],
    [c('since'), when(card.createdOn)],
  ];
  if (typeof card.voidedOn === 'number') facts.push([c('voidedOn'), when(card.voidedOn)]);
  return (
    <dl className={styles.counts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type LineProps = { change: Change; currency: string; onOrder: (id: string) => void };

function Line({ change, currency, onOrder }: LineProps) {
  const { orderId } = change;
  const reason = `change.${change.reason}`;
  return (
    <li className={rows.entry}>
      <strong>
        {`${change.changeCents > 0 ? '+' : ''}${amount(change.changeCents, currency)}`}{' '}
        {isWord(reason) ? c(reason) : change.reason}
      </strong>
      {change.note ? <span style={{ overflowWrap: 'anywhere' }}>{change.note}</span> : null}
      <span className={ui.help}>
        {[when(change.createdOn), change.actor ? c('by', { who: change.actor }) : ''].filter(Boolean).join(' · ')}
      </span>
      {orderId ? (
        <div className={ui.actions}>
          <Button look="quiet" onPress={() => onOrder(orderId)}>
            {c('order', { order: nameOf(change.orderNumber, orderId) })}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function VoidIt({ card, onDone }: { card: Detail['card']; onDone: () => void }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [failed, setFailed] = useState<string | null>(null);
  const voidIt = async () => {
    if (!reason.trim()) return setError(c('needsReason'));
    setError(undefined);
    setFailed(null);
    try {
      const seen = await call<Detail>('POST', `${pathOf(card.id)}/void`, { json: { reason: reason.trim() } });
      client.setQueryData(['giftCard', card.id], seen);
      await client.invalidateQueries({ queryKey: ['giftCards'] });
      setOpen(false);
      onDone();
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
  };
  return (
    <>
      <Button look="danger" onPress={() => setOpen(true)}>
        {c('voidIt')}
      </Button>
      <Dialog title={c('voidIt')} isOpen={isOpen} onClose={() => setOpen(false)} alert>
        <p style={{ margin: 0 }}>{c('voidText', { amount: amount(card.balanceCents, card.currency) })}</p>
        {failed ? <Problem text={failed} /> : null}
        <TextField
          label={c('reason')}
          value={reason}
          onChange={setReason}
          error={error}
          maxLength={500}
          rows={2}
          autoFocus
        />
        <div className={ui.actions}>
          <Button onPress={() => setOpen(false)}>{t('common.cancel')}</Button>
          <Button look="danger" onPress={() => voidIt()}>
            {c('voidIt')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
