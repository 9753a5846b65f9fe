import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newKey } from '../../client/key.ts';
import { call } from '../../client/shop.ts';
import { l } from '../../locations/text.ts';
import { refusalOf } from '../../text/refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { Ask } from '../../ui/Dialog.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { Badge, Problem } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import { nameOf } from '../stock.ts';
import styles from './locations.module.css';
import { dayOf, type Location, placeOf, restOf, TRANSFERS, type Transfer, type TransferLine } from './locations.ts';

type Props = { one: Transfer; locations: readonly Location[]; onSaid: (text: string) => void };

/** A transfer: what is on it, what came of it, and receiving the rest. */
export function OneTransfer({ one, locations, onSaid }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const from = one.fromId ? placeOf(locations, one.fromId) : l('supplier');
  const route = l('route', { from, to: placeOf(locations, one.toId) });
  const facts = [
    one.reference,
    one.expectedOn ? l('day', { day: dayOf(one.expectedOn) }) : '',
    one.tracking,
    one.author ?? '',
  ];
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <strong>{route}</strong>
        <br />
        <span className={ui.help}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Badge>{l(`state.${one.state}`)}</Badge>
      <Button look="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {l('open', { route: one.reference ? `${route} (${one.reference})` : route })}
      </Button>
      {isOpen ? (
        <div className={`${styles.form} ${ui.stack}`}>
          {one.note ? <p style={{ margin: 0 }}>{one.note}</p> : null}
          <ul className={styles.list} aria-label={l('lines')}>
            {one.lines.map((line) => (
              <li key={`${line.itemId} ${line.sku}`}>
                {nameOf(line)} <span className={ui.help}>{saidOf(line)}</span>
              </li>
            ))}
          </ul>
          {one.state === 'ON_ITS_WAY' ? <Receive key={String(sumOf(one))} one={one} onSaid={onSaid} /> : null}
        </div>
      ) : null}
    </li>
  );
}

const sumOf = (one: Transfer): number => one.lines.reduce((sum, line) => sum + restOf(line), 0);

function saidOf({ sku, quantity, received, lost, back }: TransferLine): string {
  return [
    sku,
    l('line', { n: quantity, received }),
    lost ? l('lineLost', { n: lost }) : '',
    back ? l('lineBack', { n: back }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

type Counts = Record<string, { received: number; lost: number }>;
const keyOf = ({ itemId, sku }: TransferLine) => `${itemId} ${sku}`;

/** What came: everything that is on the way, until other numbers are written. */
function Receive({ one, onSaid }: Omit<Props, 'locations'>) {
  const client = useQueryClient();
  const open = one.lines.filter((line) => restOf(line) > 0);
  const [counts, setCounts] = useState<Counts>({});
  const [fault, setFault] = useState('');
  const [asks, setAsks] = useState(false);
  const key = useRef({ of: '', key: '' });
  const of = (line: TransferLine) => counts[keyOf(line)] ?? { received: restOf(line), lost: 0 };
  const isTooMany = (line: TransferLine) => of(line).received + of(line).lost > restOf(line);
  const lines = open.map((line) => ({ itemId: line.itemId, sku: line.sku, ...of(line) }));
  const pieces = lines.reduce((sum, line) => sum + line.received, 0);
  const isReady = lines.some((line) => line.received + line.lost > 0) && !open.some(isTooMany);
  const done = async (work: () => Promise<unknown>, said: string) => {
    setFault('');
    try {
      await work();
      onSaid(said);
    } catch (thrown) {
      setFault(refusalOf(thrown));
    }
    // Somebody else may have received some: what is on the way is shown anew either way.
    await Promise.all([
      client.invalidateQueries({ queryKey: ['inventory'] }),
      client.invalidateQueries({ queryKey: ['stock'] }),
    ]);
  };
  const path = `${TRANSFERS}/${encodeURIComponent(one.id)}`;
  const receive = () => {
    const json = { lines };
    const says = JSON.stringify(json);
    if (key.current.of !== says) key.current = { of: says, key: newKey() };
    const headers = { 'idempotency-key': key.current.key };
    return done(() => call('POST', `${path}/receipt`, { json, headers }), l('receivedSaid', { n: pieces }));
  };
  return (
    <>
      <p className={ui.help}>{l('receiveHelp')}</p>
      {open.map((line) => {
        const name = nameOf(line);
        const write = (more: Partial<{ received: number; lost: number }>) =>
          setCounts({ ...counts, [keyOf(line)]: { ...of(line), ...more } });
        return (
          <div key={keyOf(line)} className={styles.pair}>
            <NumberField
              label={l('received', { name, n: restOf(line) })}
              value={of(line).received}
              least={0}
              onChange={(received) => write({ received })}
              error={isTooMany(line) ? l('tooMany', { n: restOf(line) }) : undefined}
            />
            <NumberField
              label={l('lost', { name })}
              value={of(line).lost}
              least={0}
              onChange={(lost) => write({ lost })}
            />
          </div>
        );
      })}
      {fault ? <Problem text={fault} /> : null}
      <div className={ui.actions}>
        <Button look="quiet" onPress={() => setAsks(true)}>
          {l('cancel')}
        </Button>
        <Button look="primary" isDisabled={!isReady} onPress={receive}>
          {l('receive')}
        </Button>
      </div>
      <Ask
        title={l('cancelAsk')}
        text={l(one.fromId ? 'cancelBack' : 'cancelSupplier')}
        yes={l('cancelYes')}
        isOpen={asks}
        onNo={() => setAsks(false)}
        onYes={() => {
          setAsks(false);
          void done(() => call('POST', `${path}/cancellation`, { json: {} }), l('state.CANCELLED'));
        }}
      />
    </>
  );
}
