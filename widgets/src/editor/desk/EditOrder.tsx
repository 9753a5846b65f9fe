import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { pathOf, type Whole } from './desk.ts';
import { EditSums } from './EditSums.tsx';
import { type Edit, e, heldOf, type Told } from './edit.ts';
import { Search } from './Search.tsx';

type Added = { itemId: string; sku: string; title: string; quantity: number };
type Props = { whole: Whole; onClose: () => void };

const PAYMENTS = ['LINK', 'RECEIVED', 'WAIVED'] as const;

/** Changes what an order holds: it is told what that comes to, and done if that still holds; what was typed stays when it is refused. */
export function EditOrder({ whole, onClose }: Props) {
  const client = useQueryClient();
  const { order, amounts } = whole;
  const [counts, setCounts] = useState<Record<number, number>>({});
  const [added, setAdded] = useState<Added[]>([]);
  const [payment, setPayment] = useState<Edit['payment']>('LINK');
  const [chargeDelivery, setDelivery] = useState(false);
  const [days, setDays] = useState(7);
  const [notify, setNotify] = useState(true);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const held = heldOf(whole);
  const countOf = (position: number, kept: number) => counts[position] ?? kept;
  const lines = held
    .map(({ position, kept }) => ({ position, quantity: countOf(position, kept), kept }))
    .filter(({ quantity, kept }) => quantity !== kept);
  const isMore = added.length > 0 || lines.some(({ quantity, kept }) => quantity > kept);
  const edit: Edit = {
    lines: lines.map(({ position, quantity }) => ({ position, quantity })),
    added: added.map(({ itemId, sku, quantity }) => ({ itemId, sku, quantity })),
    ...{ chargeDelivery: chargeDelivery && isMore, payment: isMore ? payment : 'LINK' },
  };
  const isSomething = lines.length > 0 || added.length > 0;
  const path = pathOf(order.id);
  const preview = useQuery({
    queryKey: ['orders', order.id, 'change', edit],
    queryFn: () => call<Told>('POST', `${path}/change-preview`, { json: { edit, reason: reason.trim() } }),
    enabled: isSomething,
    retry: false,
  });
  const told = isSomething && preview.isSuccess ? preview.data : undefined;
  const add = (itemId: string, sku: string, title: string) => {
    // One more of what the order holds costs what was paid for that.
    const line = order.lines.find((one) => one.itemId === itemId && one.sku === sku);
    const one = held.find(({ position }) => position === line?.position);
    if (one) {
      setCounts({ ...counts, [one.position]: countOf(one.position, one.kept) + 1 });
    } else if (!added.some((other) => other.itemId === itemId && other.sku === sku)) {
      setAdded([...added, { itemId, sku, title, quantity: 1 }]);
    }
  };
  const apply = async () => {
    setBusy(true);
    setFault('');
    try {
      const json = { edit, digest: told?.digest ?? '', days, notify, reason: reason.trim() };
      await call<unknown>('POST', `${path}/changes`, { json });
      onClose();
    } catch (thrown) {
      setFault(refusalOf(thrown));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  return (
    <fieldset className={`${ui.stack} ${styles.part}`}>
      <legend>
        <strong>{e('title')}</strong>
      </legend>
      <p className={ui.help}>{e('help')}</p>
      {held.map(({ position, title, kept, least }) => (
        <NumberField
          key={position}
          label={e('countOf', { title })}
          help={least > 0 ? e('sentOf', { n: String(least) }) : undefined}
          value={countOf(position, kept)}
          least={least}
          most={9999}
          onChange={(value) => setCounts({ ...counts, [position]: value })}
        />
      ))}
      {added.length > 0 ? (
        <ul className={styles.list} aria-label={e('added')}>
          {added.map((one) => (
            <li key={`${one.itemId} ${one.sku}`} className={ui.stack}>
              <NumberField
                label={e('countOf', { title: one.title })}
                value={one.quantity}
                least={1}
                most={9999}
                onChange={(quantity) => setAdded(added.map((other) => (other === one ? { ...one, quantity } : other)))}
              />
              <div className={ui.actions}>
                <Button look="quiet" onPress={() => setAdded(added.filter((other) => other !== one))}>
                  {e('removeOf', { title: one.title })}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <Search onChoose={add} />
      {isMore ? (
        <>
          <Select
            label={e('payment')}
            value={payment}
            onChange={setPayment}
            choices={PAYMENTS.map((value) => ({ value, label: e(`payment.${value}`) }))}
          />
          {payment === 'WAIVED' ? null : <Switch label={e('delivery')} isOn={chargeDelivery} onChange={setDelivery} />}
          {payment === 'LINK' ? (
            <NumberField label={e('days')} value={days} onChange={setDays} least={1} most={30} />
          ) : null}
        </>
      ) : null}
      <TextField label={e('reason')} help={e('reasonHelp')} value={reason} onChange={setReason} maxLength={500} />
      <Switch label={e('notify')} isOn={notify} onChange={setNotify} />
      <div role="status">
        {isSomething && preview.isPending ? e('work') : null}
        {isSomething && preview.isError ? refusalOf(preview.error) : null}
        {told ? <EditSums told={told} amounts={amounts} isLater={isMore && payment === 'LINK'} /> : null}
      </div>
      {fault ? <Problem text={fault} /> : null}
      <div className={ui.actions}>
        <Button look="primary" isDisabled={isBusy || !told?.isInStock || preview.isFetching} onPress={() => apply()}>
          {e('apply')}
        </Button>
        <Button onPress={onClose}>{e('cancel')}</Button>
      </div>
    </fieldset>
  );
}
