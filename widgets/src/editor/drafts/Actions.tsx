import { useState } from 'react';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import { when } from '../desk/desk.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { NumberField, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { pathOf, type Whole } from './draft.ts';
import { d } from './text.ts';

type Props = {
  whole: Whole;
  isBusy: boolean;
  act: (work: () => Promise<Whole | null>) => Promise<boolean>;
};

/** A draft is sent as a link to pay, marked as paid, or deleted. */
export function Actions({ whole, isBusy, act }: Props) {
  const { draft, cart, link } = whole;
  const [days, setDays] = useState(3);
  const [notify, setNotify] = useState(true);
  const [isCopied, setCopied] = useState(false);
  const [asks, setAsks] = useState<'paid' | 'delete' | null>(null);
  const path = pathOf(draft.id);
  const send = () => act(() => call<Whole>('POST', `${path}/link`, { json: { days, notify } }));
  const copy = async () => {
    await navigator.clipboard.writeText(link ?? '');
    setCopied(true);
  };
  return (
    <div className={ui.stack}>
      <h4 className={styles.title}>{d('sendTitle')}</h4>
      {link ? (
        <>
          <p>{d('until', { date: when(draft.expiresOn ?? 0) })}</p>
          <TextField label={d('link')} value={link} onChange={() => undefined} />
          <div className={ui.actions}>
            <Button onPress={() => copy().catch(() => setCopied(false))}>{isCopied ? d('copied') : d('copy')}</Button>
          </div>
        </>
      ) : (
        <>
          <p className={ui.help}>{d('sendHelp')}</p>
          <NumberField label={d('days')} value={days} onChange={setDays} least={1} most={30} />
          <Switch label={d('notify')} isOn={notify} onChange={setNotify} />
          <div className={ui.actions}>
            <Button look="primary" isDisabled={isBusy} onPress={() => send()}>
              {d('send')}
            </Button>
          </div>
        </>
      )}
      <div className={ui.actions}>
        <Button isDisabled={isBusy} onPress={() => setAsks('paid')}>
          {d('paid')}
        </Button>
        <Button look="danger" isDisabled={isBusy} onPress={() => setAsks('delete')}>
          {d('delete')}
        </Button>
      </div>
      <Ask
        title={d('paid')}
        text={d('paidSure', { total: amount(cart.grandTotalCents, cart.currency) })}
        yes={d('paid')}
        isOpen={asks === 'paid'}
        onYes={() => {
          setAsks(null);
          void act(() => call<Whole>('POST', `${path}/payment`, { json: {} }));
        }}
        onNo={() => setAsks(null)}
      />
      <Ask
        title={d('delete')}
        text={d('deleteSure')}
        yes={d('delete')}
        isOpen={asks === 'delete'}
        danger
        onYes={() => {
          setAsks(null);
          void act(async () => {
            await call<unknown>('DELETE', path);
            return null;
          });
        }}
        onNo={() => setAsks(null)}
      />
    </div>
  );
}
