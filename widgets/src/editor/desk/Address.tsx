import { useState } from 'react';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import type { Whole } from './desk.ts';
import type { Done } from './Steps.tsx';

/** Where an order goes: to be copied, and until something of it is sent to be changed. */
export function Address({ whole, save }: { whole: Whole; save: Done }) {
  const { order, parcels } = whole;
  const [isCopied, setCopied] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { deliveryLines, shippingLocation, shippingOption, buyer } = order;
  if (deliveryLines.length === 0) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(deliveryLines.join('\n'));
    setCopied(true);
  };
  const mayChange = order.state === 'PAID' && parcels.length === 0 && shippingLocation;
  return (
    <div className={ui.stack}>
      <strong>{t('desk.goesTo')}</strong>
      <p className={styles.lines}>{deliveryLines.join('\n')}</p>
      <p className={ui.help}>{[shippingOption?.name, buyer.phone].filter(Boolean).join(' · ')}</p>
      <div className={ui.actions}>
        <Button onPress={() => copy().catch(() => setCopied(false))}>
          {isCopied ? t('desk.copied') : t('desk.copy')}
        </Button>
        {mayChange && !isOpen ? <Button onPress={() => setOpen(true)}>{t('desk.editAddress')}</Button> : null}
      </div>
      {mayChange && isOpen ? <AddressForm whole={whole} save={save} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

const PLACE = ['line1', 'line2', 'postalCode', 'city'] as const;
const WHO = ['name', 'company', 'phone'] as const;

function AddressForm({ whole, save, onClose }: { whole: Whole; save: Done; onClose: () => void }) {
  const { shippingLocation, buyer } = whole.order;
  const [who, setWho] = useState({ name: buyer.name ?? '', company: buyer.company ?? '', phone: buyer.phone ?? '' });
  const [location, setLocation] = useState({ ...shippingLocation });
  const press = async () => {
    if (await save({ ...who, location })) onClose();
  };
  return (
    <div className={ui.stack}>
      {WHO.map((part) => (
        <TextField
          key={part}
          label={t(`desk.${part}`)}
          value={who[part]}
          onChange={(value) => setWho({ ...who, [part]: value })}
          maxLength={200}
        />
      ))}
      {PLACE.map((part) => (
        <TextField
          key={part}
          label={t(`desk.${part}`)}
          value={location[part] ?? ''}
          onChange={(value) => setLocation({ ...location, [part]: value })}
          maxLength={200}
        />
      ))}
      <p className={ui.help}>{t('desk.addressHelp')}</p>
      <div className={ui.actions}>
        <Button look="primary" onPress={() => press()}>
          {t('desk.saveAddress')}
        </Button>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </div>
  );
}
