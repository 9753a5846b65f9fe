import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../client/failure.ts';
import { call } from '../client/shop.ts';
import { countries } from '../core/countries.ts';
import { refusalOf } from '../text/refusal.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { AddressSums } from './AddressSums.tsx';
import { pathOf, type Whole } from './desk.ts';
import { type Edit, e, type Told } from './edit.ts';

const WHO = ['name', 'company', 'phone'] as const;
const PLACE = ['line1', 'line2', 'postalCode', 'city'] as const;
const PAYMENTS = ['LINK', 'RECEIVED', 'WAIVED'] as const;
type Payment = (typeof PAYMENTS)[number];

const codeOf = (thrown: unknown): unknown => (thrown instanceof CallError ? thrown.failure.body.code : undefined);

/**
 * Another address of an order. Where it costs the same it is saved at once; else the total before and after is told first, and what was
 * typed stays whatever is refused.
 */
export function AddressForm({ whole, onClose }: { whole: Whole; onClose: () => void }) {
  const client = useQueryClient();
  const { order, amounts } = whole;
  const { shippingLocation, buyer } = order;
  const [who, setWho] = useState({ name: buyer.name ?? '', company: buyer.company ?? '', phone: buyer.phone ?? '' });
  const [location, setLocation] = useState({ ...shippingLocation });
  const [payment, setPayment] = useState<Payment>('LINK');
  const [days, setDays] = useState(7);
  const [notify, setNotify] = useState(true);
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const places = countries(editorLocale());
  const path = pathOf(order.id);
  const editOf = (by: Payment): Edit => ({ address: { ...who, location }, payment: by });
  const put = (change: Partial<typeof location>) => {
    setLocation({ ...location, ...change });
    setTold(null);
  };
  const look = (by: Payment) =>
    call<Told>('POST', `${path}/change-preview`, { json: { edit: editOf(by), reason: '' } });
  const change = async (by: Payment, digest: string) => {
    await call('POST', `${path}/changes`, { json: { edit: editOf(by), digest, days, notify, reason: '' } });
    onClose();
  };
  /** Does something; a refusal is said at its field, or below where it has none. */
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    setErrors({});
    try {
      await act();
    } catch (thrown) {
      const at = thrown instanceof CallError ? (thrown.failure.errors ?? {}) : {};
      setErrors(at);
      if (Object.keys(at).length === 0) setFault(refusalOf(thrown));
      // What was told holds no more: the new sums stand beside the refusal.
      if (codeOf(thrown) === 'change-outdated') setTold(await look(payment).catch(() => null));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  const save = () =>
    attempt(async () => {
      try {
        await call('PUT', `${path}/address`, { json: { ...who, location } });
        return onClose();
      } catch (thrown) {
        if (codeOf(thrown) !== 'address-other-place') throw thrown;
      }
      const found = await look(payment);
      if (found.differenceCents === 0 && payment !== 'WAIVED' && !found.place?.hasOtherIncludedTax) {
        return change(payment, found.digest);
      }
      setTold(found);
    });
  const choose = (by: Payment) => {
    setPayment(by);
    return attempt(async () => setTold(await look(by)));
  };
  const owes = told !== null && (told.differenceCents > 0 || payment === 'WAIVED');
  return (
    <div className={ui.stack}>
      {WHO.map((part) => (
        <TextField
          key={part}
          label={t(`desk.${part}`)}
          value={who[part]}
          error={errors[part]}
          onChange={(value) => {
            setWho({ ...who, [part]: value });
            setTold(null);
          }}
          maxLength={200}
        />
      ))}
      <Select
        label={e('country')}
        value={location.country || null}
        error={errors.country}
        onChange={(country) => put({ country, region: '' })}
        choices={places}
      />
      {PLACE.map((part) => (
        <TextField
          key={part}
          label={t(`desk.${part}`)}
          value={location[part] ?? ''}
          error={errors[part]}
          onChange={(value) => put({ [part]: value })}
          maxLength={200}
        />
      ))}
      <TextField
        label={e('region')}
        value={location.region ?? ''}
        error={errors.region}
        onChange={(region) => put({ region })}
        maxLength={200}
      />
      <p className={ui.help}>{t('desk.addressHelp')}</p>
      <div role="status">{told ? <AddressSums told={told} amounts={amounts} /> : null}</div>
      {owes ? (
        <>
          <Select
            label={e('difference')}
            value={payment}
            onChange={(by) => void choose(by)}
            choices={PAYMENTS.map((value) => ({ value, label: e(`difference.${value}`) }))}
          />
          {payment === 'LINK' ? (
            <NumberField label={e('days')} value={days} onChange={setDays} least={1} most={30} />
          ) : null}
          {payment === 'WAIVED' ? null : <Switch label={e('notify')} isOn={notify} onChange={setNotify} />}
        </>
      ) : null}
      {fault ? <Problem text={fault} /> : null}
      <div className={ui.actions}>
        {told ? (
          <Button look="primary" isDisabled={isBusy} onPress={() => attempt(() => change(payment, told.digest))}>
            {e('readdress')}
          </Button>
        ) : (
          <Button look="primary" isDisabled={isBusy} onPress={() => save()}>
            {t('desk.saveAddress')}
          </Button>
        )}
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </div>
  );
}
