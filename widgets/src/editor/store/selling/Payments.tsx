import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../contract/schema.gen.ts';
import { call } from '../../client/shop.ts';
import { at, type Json, textAt } from '../../core/json.ts';
import { useEdit } from '../../state/context.ts';
import { m } from '../../text/manage.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/fields.tsx';
import rows from '../../ui/rows.module.css';
import { Loading } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import { ChoiceValue, TextValue } from '../../values/values.tsx';
import { Faults, freeId, Row, SITE } from './Rows.tsx';
import { SettingList } from './SettingList.tsx';
import { useList } from './useList.ts';

const WAYS = '/websiteSettings/orderSettings/manualPayments';
const KINDS = ['transfer', 'collection', 'delivery'] as const;

/** How one pays: what the server says of cards, and the ways by hand. */
export function Payments() {
  const ways = useList(WAYS);
  return (
    <>
      <OfTheServer />
      <h3>{m('pay.hand')}</h3>
      <Faults pointer={WAYS} />
      {ways.all.length === 0 ? <p>{m('pay.handNone')}</p> : null}
      <SettingList list={ways} label={m('pay.hand')}>
        {(way, place, onRemove) => <ByHand way={way} place={place} onRemove={onRemove} />}
      </SettingList>
      <Button
        icon="add"
        onPress={() =>
          ways.add(m('pay.add'), { id: freeId('transfer', ways.ids), kind: 'transfer', name: m('pay.newName') })
        }
      >
        {m('pay.add')}
      </Button>
    </>
  );
}

/** What the environment of the server decides. Nothing of it is a secret, and nothing of it is set here. */
function OfTheServer() {
  const asked = useQuery({
    queryKey: ['payment-settings'],
    queryFn: () => call<components['schemas']['PaymentSettings']>('GET', '/api/commerce/payment-settings'),
  });
  if (asked.isPending) return <Loading />;
  if (asked.isError) return <p>{m('pay.unknown')}</p>;
  const { provider } = asked.data;
  const name = provider.charAt(0).toUpperCase() + provider.slice(1);
  const says =
    provider === 'test' ? m('pay.test') : provider === 'manual' ? m('pay.handOnly') : m('pay.provider', { name });
  return (
    <section className={rows.entry} aria-label={m('sell.payment')}>
      <p>{says}</p>
      <p className={ui.help}>{m('pay.server')} (LOGGIA_PAYMENT)</p>
    </section>
  );
}

function ByHand({ way, place, onRemove }: { way: Json; place: string; onRemove: () => void }) {
  const edit = useEdit(SITE);
  const days = `${place}/holdDays`;
  return (
    <Row pointer={place} title={textAt(way, '/name') || m('pay.newName')} onRemove={onRemove}>
      <TextValue path={SITE} pointer={`${place}/name`} label={m('way.name')} />
      <ChoiceValue
        path={SITE}
        pointer={`${place}/kind`}
        label={m('pay.kind')}
        otherwise="transfer"
        choices={KINDS.map((value) => ({ value, label: m(`pay.kind.${value}`) }))}
      />
      <TextValue
        path={SITE}
        pointer={`${place}/instructions`}
        label={m('pay.instructions')}
        help={m('pay.instructionsHelp')}
        rows={4}
      />
      <NumberField
        label={m('pay.days')}
        value={Number(at(way, '/holdDays') ?? 7)}
        least={1}
        most={60}
        onChange={(value) => void edit(m('pay.days'), [{ op: 'set', pointer: days, value }], days)}
        pointer={days}
      />
    </Row>
  );
}
