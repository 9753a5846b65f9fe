import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { named, t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Address } from './Address.tsx';
import { openCustomer } from './asked.ts';
import { ChangesOf } from './ChangesOf.tsx';
import { CustomerNote } from './CustomerNote.tsx';
import styles from './desk.module.css';
import { amount, nameOf, pathOf, type Whole, when } from './desk.ts';
import { EditOrder } from './EditOrder.tsx';
import { e } from './edit.ts';
import { Agreed, Letters, Payment, Sums, Tags } from './Facts.tsx';
import { Marks } from './Marks.tsx';
import { Notes } from './Notes.tsx';
import { Cancel, Refund } from './Refund.tsx';
import { Returns } from './Returns.tsx';
import { Send } from './Steps.tsx';
import { isTyping, useKeys } from './useKeys.ts';

type Props = { id: string; onClose: () => void /** Opens the customer. */; onCustomer?: (email: string) => void };

/** One order: what was bought, who gets it and where, what was sent, noted and done; and what is done next. */
export function OrderPage({ id, onClose, onCustomer = openCustomer }: Props) {
  const client = useQueryClient();
  const [fault, setFault] = useState('');
  const [isEditing, setEditing] = useState(false);
  const [other, setOther] = useState<string | null>(null);
  const root = useRef<HTMLElement>(null);
  useKeys(root, (event) => {
    if (event.key !== 'Escape' || other) return;
    // What is being typed is not thrown away: the first press leaves the field, the second the order.
    if (isTyping(event.target)) root.current?.focus();
    else onClose();
  });
  const path = pathOf(id);
  const ofOrder = `/api/commerce/orders/${encodeURIComponent(id)}`;
  const found = useQuery({ queryKey: ['orders', id], queryFn: () => call<Whole>('GET', path) });
  /** Does something and shows what became of it; `false` when it was refused. */
  const run = async (
    method: 'POST' | 'PUT',
    where: string,
    json: object,
    headers: Record<string, string> = {},
    then?: () => void,
  ): Promise<boolean> => {
    setFault('');
    try {
      await call(method, where, { json, headers });
      then?.();
      return true;
    } catch (thrown) {
      setFault(refusalOf(thrown));
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  if (other) return <OrderPage key={other} id={other} onClose={() => setOther(null)} />;
  if (found.isPending) return <Loading />;
  if (found.isError) return <CannotLoad retry={() => void found.refetch()} />;
  const { order, lines, marks, parcels, tags, amounts, customerNote } = found.data;
  const title = nameOf(order);
  // It is paid by hand: the goods may go out before, and the owner notes the money.
  const isWaiting = order.state === 'PENDING' && order.payment?.provider === 'manual';
  return (
    <section ref={root} tabIndex={-1} className={ui.stack} aria-label={title}>
      <div>
        <Button look="quiet" icon="back" autoFocus onPress={onClose}>
          {t('store.orders')}
        </Button>
      </div>
      <h3 style={{ margin: 0 }}>
        {title} <Badge>{named('order', order.state)}</Badge> {order.testMode ? <Badge>{t('desk.test')}</Badge> : null}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </h3>
      <p className={styles.lines}>{`${order.email} · ${when(order.createdOn)}`}</p>
      {fault ? <Problem text={fault} /> : null}
      {customerNote ? <CustomerNote note={customerNote} onOpen={onCustomer} /> : null}
      <Marks marks={marks} lookedAt={(json) => run('POST', `${path}/looked-at`, json)} onOpen={setOther} />
      <div className={styles.order}>
        <div className={ui.stack}>
          <ul className={styles.goods}>
            {order.lines.map((line, index) => {
              const more = lines[index];
              const said = more?.answers.map(({ label, value }) => `${label}: ${value}`) ?? [];
              return (
                <li key={line.position}>
                  <span>{`${line.quantity} × ${line.productName}`}</span>
                  <span className={styles.amount}>{amount(line.unitPriceCents * line.quantity, amounts)}</span>
                  <span className={ui.help}>
                    {[
                      line.quantity > 1 ? t('desk.each', { amount: amount(line.unitPriceCents, amounts) }) : '',
                      more?.options,
                      line.sku,
                      ...said,
                      takenOf(found.data, line),
                      more?.sent ? t('desk.sentOf', { n: String(more.sent) }) : '',
                      more?.refunded ? t('desk.refundedOf', { n: String(more.refunded) }) : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              );
            })}
          </ul>
          <Sums whole={found.data} />
          <ChangesOf id={id} amounts={amounts} />
          {order.state === 'PAID' && !isEditing ? (
            <div className={ui.actions}>
              <Button onPress={() => setEditing(true)}>{e('open')}</Button>
            </div>
          ) : null}
          {order.state === 'PAID' && isEditing ? (
            <EditOrder whole={found.data} onClose={() => setEditing(false)} />
          ) : null}
        </div>
        <div className={styles.facts}>
          <Address whole={found.data} />
          <Agreed whole={found.data} />
          <Payment whole={found.data} />
          {parcels.length ? (
            <div>
              <strong>{t('desk.parcels')}</strong>
              {parcels.map((parcel) => (
                <p key={parcel.createdOn} className={styles.lines}>
                  {`${when(parcel.createdOn)} ${parcel.carrier} `}
                  {parcel.trackingUrl ? (
                    <a href={parcel.trackingUrl} target="_blank" rel="noreferrer">
                      {parcel.trackingNumber || parcel.trackingUrl}
                    </a>
                  ) : (
                    parcel.trackingNumber
                  )}
                </p>
              ))}
            </div>
          ) : null}
        </div>
        <div className={ui.stack}>
          {isWaiting ? (
            <div className={ui.actions}>
              <Button look="primary" onPress={() => run('POST', `${ofOrder}/payment`, {})}>
                {t('desk.received')}
              </Button>
            </div>
          ) : null}
          {order.state === 'PAID' || isWaiting ? (
            <Send whole={found.data} send={(...args) => run('POST', `${path}/parcels`, ...args)} />
          ) : null}
          <Returns whole={found.data} run={run} />
          {order.state === 'PAID' || order.state === 'FULFILLED' ? (
            <Refund whole={found.data} refund={(...args) => run('POST', `${ofOrder}/refunds`, ...args)} />
          ) : null}
          {(order.state === 'PAID' || isWaiting) && parcels.length === 0 ? (
            <Cancel cancel={(json) => run('POST', `${ofOrder}/cancellation`, json)} />
          ) : null}
          <Tags tags={tags} save={(json) => run('PUT', `${path}/tags`, json)} />
          <Letters whole={found.data} send={(json) => run('POST', `${path}/letters`, json)} />
          <Notes whole={found.data} add={(...args) => run('POST', `${path}/notes`, ...args)} />
        </div>
      </div>
    </section>
  );
}

/** From which locations the pieces of a line's variant were taken; nothing where the shop has one place. */
function takenOf({ takenFrom }: Whole, { itemId, sku }: { itemId: string; sku: string }): string {
  const own = takenFrom?.filter((one) => one.itemId === itemId && one.sku === sku) ?? [];
  const places = own.map(({ name, pieces }) => `${name}: ${pieces}`).join(', ');
  return places ? e('takenFrom', { places }) : '';
}
