import { countries } from '../../core/countries.ts';
import { at, isObject, type Json, listAt, textAt } from '../../core/json.ts';
import { useEdit, useFault, useFaults, useJson } from '../../state/context.ts';
import { m } from '../../text/manage.ts';
import { editorLocale } from '../../text/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Chosen } from '../../ui/Chosen.tsx';
import { TextField as Name, NumberField, Switch } from '../../ui/fields.tsx';
import ui from '../../ui/ui.module.css';
import { FlagValue, TextValue } from '../../values/values.tsx';
import { homeOf } from './home.ts';
import { MoneyValue } from './MoneyValue.tsx';
import { Rates } from './Rates.tsx';
import { Faults, freeId, Row, SITE } from './Rows.tsx';
import { SettingList } from './SettingList.tsx';
import { useList } from './useList.ts';
import { Windows } from './Windows.tsx';

const WAYS = '/shippingOptions';
const ZONES = '/shippingZones';

/** How goods come to shoppers: ways, where they reach, and what they cost. */
export function Delivery() {
  const ways = useList(WAYS);
  const json = useJson(SITE);
  const country = homeOf(json);
  return (
    <>
      <Faults pointer={WAYS} />
      <Faults pointer="" />
      {ways.all.length === 0 ? <p>{m('way.none')}</p> : null}
      <SettingList list={ways} label={m('sell.delivery')}>
        {(way, place, onRemove) => <Way way={way} place={place} onRemove={onRemove} />}
      </SettingList>
      <div className={ui.group} style={{ flexWrap: 'wrap' }}>
        <Button
          icon="add"
          onPress={() =>
            ways.add(m('way.add'), {
              id: freeId('parcel', ways.ids),
              name: m('way.newName'),
              costCents: 500,
              countries: [country],
            })
          }
        >
          {m('way.add')}
        </Button>
        <Button
          icon="add"
          onPress={() =>
            ways.add(m('way.addPickup'), {
              id: freeId('collect', ways.ids),
              name: m('way.pickupName'),
              costCents: 0,
              pickup: true,
            })
          }
        >
          {m('way.addPickup')}
        </Button>
      </div>
      <Zones />
    </>
  );
}

function Way({ way, place, onRemove }: { way: Json; place: string; onRemove: () => void }) {
  const edit = useEdit(SITE);
  const isCollected = at(way, '/pickup') !== undefined && at(way, '/pickup') !== false;
  const free = at(way, '/freeFromCents');
  const name = textAt(way, '/name');
  return (
    <Row pointer={place} title={name || m('way.newName')} onRemove={onRemove}>
      <TextValue path={SITE} pointer={`${place}/name`} label={m('way.name')} />
      {isCollected ? (
        <Pickup way={way} place={place} />
      ) : (
        <>
          <Countries pointer={`${place}/countries`} none={m('way.everywhere')} />
          <ZonesOf pointer={`${place}/zones`} />
        </>
      )}
      <MoneyValue path={SITE} pointer={`${place}/costCents`} label={m('way.cost')} />
      {isCollected ? null : (
        <>
          <MoneyValue path={SITE} pointer={`${place}/costPerItemCents`} label={m('way.perItem')} />
          <MoneyValue path={SITE} pointer={`${place}/costPerKilogramCents`} label={m('way.perKilogram')} />
          <Rates place={`${place}/rates`} />
          <Switch
            label={m('way.isFree')}
            isOn={typeof free === 'number'}
            onChange={(isOn) =>
              void edit(m('way.isFree'), [
                isOn
                  ? { op: 'set', pointer: `${place}/freeFromCents`, value: 5000 }
                  : { op: 'remove', pointer: `${place}/freeFromCents` },
              ])
            }
          />
          {typeof free === 'number' ? (
            <MoneyValue path={SITE} pointer={`${place}/freeFromCents`} label={m('way.free')} />
          ) : null}
          <FlagValue path={SITE} pointer={`${place}/asksPhone`} label={m('way.phone')} />
        </>
      )}
      <NumberField
        label={m('way.handling')}
        value={Number(at(way, '/handlingDays') ?? 0)}
        least={0}
        most={365}
        onChange={(days) =>
          void edit(
            m('way.handling'),
            [{ op: 'set', pointer: `${place}/handlingDays`, value: days }],
            `${place}/handlingDays`,
          )
        }
        pointer={`${place}/handlingDays`}
      />
      <Windows way={way} place={place} />
    </Row>
  );
}

/** Where and when goods are collected; a way that says only that they are has no address yet. */
function Pickup({ way, place }: { way: Json; place: string }) {
  const edit = useEdit(SITE);
  const json = useJson(SITE);
  const isPlace = isObject(at(way, '/pickup'));
  const address = `${place}/pickup/address`;
  return (
    <>
      <Switch
        label={m('way.pickup')}
        isOn={isPlace}
        onChange={(isOn) =>
          void edit(m('way.pickup'), [
            {
              op: 'set',
              pointer: `${place}/pickup`,
              value: isOn
                ? {
                    address: {
                      country: homeOf(json),
                      postalCode: textAt(json, '/seller/postalCode'),
                      city: textAt(json, '/seller/city'),
                      line1: textAt(json, '/seller/line1') || textAt(json, '/website/location/addressLine1') || '1',
                    },
                  }
                : true,
            },
          ])
        }
      />
      {isPlace ? (
        <>
          <TextValue path={SITE} pointer={`${address}/line1`} label={m('who.line1')} />
          <TextValue path={SITE} pointer={`${address}/postalCode`} label={m('who.postalCode')} />
          <TextValue path={SITE} pointer={`${address}/city`} label={m('who.city')} />
          <TextValue path={SITE} pointer={`${place}/pickup/hours`} label={m('way.hours')} />
        </>
      ) : null}
    </>
  );
}

/** Countries of a list of the settings. */
function Countries({ pointer, none }: { pointer: string; none: string }) {
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const [inside] = useFaults(SITE, pointer, true);
  const ids = listAt(json, pointer).map(String);
  return (
    <Chosen
      label={m('way.countries')}
      none={none}
      choices={countries(editorLocale())}
      ids={ids}
      error={inside?.message}
      pointer={pointer}
      onChange={(chosen) => void edit(m('way.countries'), change(pointer, ids.length > 0, chosen))}
    />
  );
}

/** A list that is set, or taken away where nothing is in it. */
const change = (pointer: string, isThere: boolean, chosen: string[]) =>
  chosen.length === 0 && isThere
    ? [{ op: 'remove' as const, pointer }]
    : [{ op: 'set' as const, pointer, value: chosen }];

function ZonesOf({ pointer }: { pointer: string }) {
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const [inside] = useFaults(SITE, pointer, true);
  const zones = listAt(json, ZONES).map((zone) => textAt(zone, '/id'));
  const ids = listAt(json, pointer).map(String);
  if (zones.length === 0 && ids.length === 0) return null;
  return (
    <Chosen
      label={m('way.zones')}
      none="–"
      choices={zones.map((id) => ({ value: id, label: id }))}
      ids={ids}
      error={inside?.message}
      pointer={pointer}
      onChange={(chosen) => void edit(m('way.zones'), change(pointer, ids.length > 0, chosen))}
    />
  );
}

/** Countries under one name. Those who use a zone follow its name. */
function Zones() {
  const zones = useList(ZONES);
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const fault = useFault(SITE, ZONES);
  const rename = (index: number, was: string, id: string) => {
    const users = listAt(json, WAYS).flatMap((way, at) =>
      listAt(way, '/zones').flatMap((zone, place) =>
        zone === was ? [{ op: 'set' as const, pointer: `${WAYS}/${at}/zones/${place}`, value: id }] : [],
      ),
    );
    const own = { op: 'set' as const, pointer: `${ZONES}/${index}/id`, value: id };
    edit(m('zone.name'), [own, ...users], `${ZONES}/${index}/id`);
  };
  return (
    <section className={ui.stack} aria-label={m('zone.title')}>
      <h3>{m('zone.title')}</h3>
      <p className={ui.help}>{m('zone.help')}</p>
      {fault ? <Faults pointer={ZONES} /> : null}
      <SettingList list={zones} label={m('zone.title')}>
        {(zone, place, onRemove, index) => (
          <ZoneRow
            id={textAt(zone, '/id')}
            place={place}
            onName={(id) => rename(index, textAt(zone, '/id'), id)}
            onRemove={onRemove}
          />
        )}
      </SettingList>
      <Button
        icon="add"
        onPress={() => zones.add(m('zone.add'), { id: freeId('zone', zones.ids), countries: [homeOf(json)] })}
      >
        {m('zone.add')}
      </Button>
    </section>
  );
}

type ZoneProps = {
  id: string;
  place: string;
  onName: (id: string) => void;
  onRemove: () => void;
};

function ZoneRow({ id, place, onName, onRemove }: ZoneProps) {
  return (
    <Row pointer={place} title={id} onRemove={onRemove}>
      <NameField id={id} place={place} onName={onName} />
      <Countries pointer={`${place}/countries`} none="–" />
    </Row>
  );
}

function NameField({ id, place, onName }: Pick<ZoneProps, 'id' | 'place' | 'onName'>) {
  const error = useFault(SITE, `${place}/id`);
  return <Name label={m('zone.name')} value={id} onChange={onName} pointer={`${place}/id`} error={error} />;
}
