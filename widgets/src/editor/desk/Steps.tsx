import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { emptied, NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { DESK, type Whole } from './desk.ts';

type Carriers = components['schemas']['Carriers'];
/** Nothing is said of who carries it. */
const NONE = 'none';

/**
 * Does something with an order; whether it was done. What is shown of the order is fresh then. `then` is called as soon as it is
 * done, before that: who sees the order as it is now must not find what was sent in the form, since the next is typed over it.
 */
export type Done = (json: object, headers?: Record<string, string>, then?: () => void) => Promise<boolean>;

/** Sends a parcel: which pieces, by whom, and whether the shopper is told. */
export function Send({ whole, send }: { whole: Whole; send: Done }) {
  const [chosen, setChosen] = useState<Record<number, number>>({});
  const [carrier, setCarrier] = useState(NONE);
  const [number, setNumber] = useState('');
  const [notify, setNotify] = useState(true);
  const carriers = useQuery({ queryKey: ['carriers'], queryFn: () => call<Carriers>('GET', `${DESK}/carriers`) });
  const left = whole.lines.filter((line) => line.left > 0);
  const quantity = (line: (typeof left)[number]) => Math.min(chosen[line.position] ?? line.left, line.left);
  const lines = left
    .map((line) => ({ position: line.position, quantity: quantity(line) }))
    .filter((line) => line.quantity > 0);
  const press = async () => {
    const tracking =
      carrier !== NONE || number
        ? { carrier: carrier === NONE ? '' : carrier, trackingNumber: number.trim(), trackingUrl: '' }
        : null;
    await send({ lines, notify, tracking }, {}, () => {
      setChosen(emptied(chosen, {}));
      setNumber(emptied(number, ''));
    });
  };
  const nameOf = (position: number) => whole.order.lines.find((line) => line.position === position)?.productName ?? '';
  return (
    <fieldset className={ui.stack} style={{ border: 0, margin: 0, padding: 0 }}>
      <legend>
        <strong>{t('desk.send')}</strong>
      </legend>
      {left.map((line) => (
        <NumberField
          key={line.position}
          label={t('desk.piecesOf', { product: nameOf(line.position), left: String(line.left) })}
          value={quantity(line)}
          least={0}
          most={line.left}
          onChange={(value) => setChosen({ ...chosen, [line.position]: value })}
        />
      ))}
      <Select
        label={t('desk.carrier')}
        value={carrier}
        choices={[NONE, ...(carriers.data?.carriers ?? [])].map((value) => ({
          value,
          label: value === NONE ? t('desk.noCarrier') : value,
        }))}
        onChange={setCarrier}
      />
      <TextField label={t('desk.tracking')} value={number} onChange={setNumber} maxLength={300} />
      <Switch label={t('desk.notify')} isOn={notify} onChange={setNotify} />
      <div className={ui.actions}>
        <Button look="primary" isDisabled={left.length > 0 && lines.length === 0} onPress={() => press()}>
          {t('store.markSent')}
        </Button>
      </div>
    </fieldset>
  );
}
