import { useState } from 'react';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { AddressForm } from './AddressForm.tsx';
import styles from './desk.module.css';
import type { Whole } from './desk.ts';

/** Where an order goes: to be copied, and until something of it is sent to be changed. */
export function Address({ whole }: { whole: Whole }) {
  const { order, parcels } = whole;
  const [isCopied, setCopied] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // A form that closes gives the focus to what opened it.
  const [wasOpen, setWasOpen] = useState(false);
  const close = () => {
    setOpen(false);
    setWasOpen(true);
  };
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
        {mayChange && !isOpen ? (
          <Button autoFocus={wasOpen} onPress={() => setOpen(true)}>
            {t('desk.editAddress')}
          </Button>
        ) : null}
      </div>
      {mayChange && isOpen ? <AddressForm whole={whole} onClose={close} /> : null}
    </div>
  );
}
