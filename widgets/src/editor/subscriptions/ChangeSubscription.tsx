import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../client/failure.ts';
import { call } from '../client/shop.ts';
import { countryName } from '../core/countries.ts';
import { refusalOf } from '../text/refusal.ts';
import { editorLocale } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { type One, pathOf, type Wanted } from './one.ts';
import { s } from './text.ts';

type Props = { one: One; notify: boolean; onClose: (isSaved: boolean) => void };

const PLACE = ['line1', 'line2', 'postalCode', 'city', 'region'] as const;

/** How many go where from the next payment on; what was typed stays whatever is refused. */
export function ChangeSubscription({ one, notify, onClose }: Props) {
  const client = useQueryClient();
  const before = one.shippingLocation;
  const [quantity, setQuantity] = useState(one.quantity);
  const [place, setPlace] = useState(before ?? null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isMoved = place !== null && PLACE.some((part) => (place[part] ?? '') !== (before?.[part] ?? ''));
  const wanted: Wanted[] = [];
  // The address goes first: it is what can be refused.
  if (isMoved) wanted.push({ action: 'address', location: place });
  if (quantity !== one.quantity) wanted.push({ action: 'quantity', quantity });
  const save = async () => {
    setBusy(true);
    setFault('');
    setErrors({});
    try {
      // One letter says all of it.
      for (const [index, change] of wanted.entries())
        await call<One>('POST', `${pathOf(one)}/changes`, {
          json: { change, notify: notify && index === wanted.length - 1 },
        });
      onClose(wanted.length > 0);
    } catch (thrown) {
      const at = thrown instanceof CallError ? (thrown.failure.errors ?? {}) : {};
      setErrors(at);
      if (Object.keys(at).length === 0) setFault(refusalOf(thrown));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['subscriptions'] });
    }
  };
  return (
    <div className={ui.stack}>
      <NumberField
        label={s('quantity')}
        help={s('quantityHelp')}
        value={quantity}
        least={1}
        most={9999}
        onChange={setQuantity}
      />
      {place
        ? PLACE.map((part) => (
            <TextField
              key={part}
              label={s(part)}
              value={place[part] ?? ''}
              error={errors[part]}
              onChange={(value) => setPlace({ ...place, [part]: value })}
              maxLength={200}
            />
          ))
        : null}
      {place?.country ? (
        <p className={ui.help}>{s('country', { country: countryName(place.country, editorLocale()) })}</p>
      ) : null}
      {fault ? <Problem text={fault} /> : null}
      <div className={ui.actions}>
        <Button look="primary" isDisabled={isBusy} onPress={() => save()}>
          {s('save')}
        </Button>
        <Button onPress={() => onClose(false)}>{s('cancel')}</Button>
      </div>
    </div>
  );
}
