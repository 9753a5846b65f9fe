import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { pathOf, type Whole } from './desk.ts';
import { EditSums } from './EditSums.tsx';
import { type Edit, e, type Told } from './edit.ts';
import { type OneReturn, productOf } from './returns.ts';
import { Search } from './Search.tsx';

type Out = { itemId: string; sku: string; title: string; quantity: number };
type Props = {
  whole: Whole;
  /** The return by which it comes; without one it is begun with the exchange. */
  one?: OneReturn;
  /** `true` once it is made, or waits to be paid. */
  onClose: (isDone: boolean) => void;
};

const PAYMENTS = ['LINK', 'RECEIVED', 'WAIVED'] as const;

/** An exchange in one step: what comes back, what goes out instead, and the difference; what was typed stays when it is refused. */
export function Exchange({ whole, one, onClose }: Props) {
  const client = useQueryClient();
  const { order, amounts } = whole;
  const [came, setCame] = useState<Record<number, number>>({});
  const [away, setAway] = useState<Record<number, boolean>>({});
  const [out, setOut] = useState<Out[]>([]);
  const [payment, setPayment] = useState<(typeof PAYMENTS)[number]>('LINK');
  const [chargeDelivery, setDelivery] = useState(false);
  const [days, setDays] = useState(7);
  const [notify, setNotify] = useState(true);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const may = one ? one.lines : whole.returnable;
  const piecesOf = (position: number, most: number) => Math.min(came[position] ?? (one ? most : 0), most);
  const lines = may
    .map(({ position, quantity }) => ({
      ...{ position, quantity: piecesOf(position, quantity), restock: away[position] !== true },
      reason: one?.lines.find((line) => line.position === position)?.reason ?? ('unsaid' as const),
    }))
    .filter(({ quantity }) => quantity > 0);
  const edit: Edit = {
    exchange: { returnId: one?.id ?? '', lines },
    added: out.map(({ itemId, sku, quantity }) => ({ itemId, sku, quantity })),
    ...{ chargeDelivery, payment },
  };
  const isSomething = lines.length > 0 && out.length > 0;
  const path = pathOf(order.id);
  const preview = useQuery({
    queryKey: ['orders', order.id, 'change', edit],
    queryFn: () => call<Told>('POST', `${path}/change-preview`, { json: { edit, reason: reason.trim() } }),
    enabled: isSomething,
    retry: false,
  });
  const told = isSomething && preview.isSuccess ? preview.data : undefined;
  const owes = told !== undefined && (told.differenceCents > 0 || payment === 'WAIVED');
  const add = (itemId: string, sku: string, title: string) => {
    if (!out.some((other) => other.itemId === itemId && other.sku === sku))
      setOut([...out, { itemId, sku, title, quantity: 1 }]);
  };
  const apply = async () => {
    setBusy(true);
    setFault('');
    try {
      const json = { edit, digest: told?.digest ?? '', days, notify, reason: reason.trim() };
      await call<unknown>('POST', `${path}/changes`, { json });
      onClose(true);
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
        <strong>{e('exchange')}</strong>
      </legend>
      <p className={ui.help}>{e('exchangeHelp')}</p>
      {may.map(({ position, quantity }) => {
        const product = productOf(whole, position);
        return (
          <div key={position} className={styles.facts}>
            <NumberField
              label={t('desk.returnOf', { product, n: String(quantity) })}
              value={piecesOf(position, quantity)}
              least={0}
              most={quantity}
              onChange={(value) => setCame({ ...came, [position]: value })}
            />
            <Switch
              label={t('desk.returnRestock', { product })}
              isOn={away[position] !== true}
              onChange={(isOn) => setAway({ ...away, [position]: !isOn })}
            />
          </div>
        );
      })}
      {out.length > 0 ? (
        <ul className={styles.list} aria-label={e('goesOut')}>
          {out.map((line) => (
            <li key={`${line.itemId} ${line.sku}`} className={ui.stack}>
              <NumberField
                label={e('countOf', { title: line.title })}
                value={line.quantity}
                least={1}
                most={9999}
                onChange={(quantity) => setOut(out.map((other) => (other === line ? { ...line, quantity } : other)))}
              />
              <div className={ui.actions}>
                <Button look="quiet" onPress={() => setOut(out.filter((other) => other !== line))}>
                  {e('removeOf', { title: line.title })}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <Search onChoose={add} />
      {owes ? (
        <>
          <Select
            label={e('difference')}
            value={payment}
            onChange={setPayment}
            choices={PAYMENTS.map((value) => ({ value, label: e(`exchange.${value}`) }))}
          />
          {payment === 'LINK' ? (
            <NumberField label={e('days')} value={days} onChange={setDays} least={1} most={30} />
          ) : null}
        </>
      ) : null}
      <Switch label={e('exchangeDelivery')} isOn={chargeDelivery} onChange={setDelivery} />
      <TextField label={e('reason')} value={reason} onChange={setReason} maxLength={500} />
      <Switch label={e('notify')} isOn={notify} onChange={setNotify} />
      <div role="status">
        {isSomething && preview.isPending ? e('work') : null}
        {isSomething && preview.isError ? refusalOf(preview.error) : null}
        {told ? <EditSums told={told} amounts={amounts} isLater={false} isExchange /> : null}
      </div>
      {fault ? <Problem text={fault} /> : null}
      <div className={ui.actions}>
        <Button look="primary" isDisabled={isBusy || !told?.isInStock || preview.isFetching} onPress={() => apply()}>
          {e('exchangeNow')}
        </Button>
        <Button onPress={() => onClose(false)}>{e('cancel')}</Button>
      </div>
    </fieldset>
  );
}
