import { useState } from 'react';
import { countries, countryName } from '../../core/countries.ts';
import { type Json, textAt } from '../../core/json.ts';
import { useEdit, useFault, useJson } from '../../state/context.ts';
import { m } from '../../text/manage.ts';
import { editorLocale } from '../../text/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { FlagValue, TextValue } from '../../values/values.tsx';
import { homeOf } from './home.ts';
import { Faults, Row, SITE } from './Rows.tsx';
import { SettingList } from './SettingList.tsx';
import { useList } from './useList.ts';

const RULES = '/taxRules';

/** A percentage as the file has it, with at most four digits behind the point; nothing for what is none. */
export function percentOf(typed: string): string | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return undefined;
  const [whole = '', rest] = text.split('.');
  const plain = String(Number(whole));
  if (Number(plain) > 100 || (Number(plain) === 100 && rest && Number(rest) > 0)) return undefined;
  return rest === undefined ? plain : `${plain}.${rest}`;
}

/** What is taxed where. */
export function Taxes() {
  const rules = useList(RULES);
  const home = homeOf(useJson(SITE));
  return (
    <>
      <Faults pointer={RULES} />
      {rules.all.length === 0 ? <p>{m('tax.none')}</p> : null}
      <SettingList list={rules} label={m('sell.taxes')}>
        {(rule, place, onRemove) => <Rule rule={rule} place={place} onRemove={onRemove} />}
      </SettingList>
      <Button
        icon="add"
        onPress={() =>
          // Outside of the United States and Canada consumers are shown prices with tax.
          rules.add(m('tax.add'), {
            country: home,
            rate: '0',
            ...(home === 'US' || home === 'CA' ? {} : { included: true, shipping: true }),
          })
        }
      >
        {m('tax.add')}
      </Button>
    </>
  );
}

function Rule({ rule, place, onRemove }: { rule: Json; place: string; onRemove: () => void }) {
  const edit = useEdit(SITE);
  const wrong = useFault(SITE, `${place}/country`);
  const country = textAt(rule, '/country');
  const title = [countryName(country, editorLocale()), textAt(rule, '/region'), `${textAt(rule, '/rate')} %`]
    .filter(Boolean)
    .join(' ');
  return (
    <Row pointer={place} title={title} onRemove={onRemove}>
      <Select
        label={m('tax.country')}
        value={country}
        choices={countries(editorLocale())}
        onChange={(value) => void edit(m('tax.country'), [{ op: 'set', pointer: `${place}/country`, value }])}
        error={wrong}
        pointer={`${place}/country`}
      />
      <Optional place={place} member="region" label={m('tax.region')} />
      <Rate place={place} value={textAt(rule, '/rate')} />
      <TextValue path={SITE} pointer={`${place}/name`} label={m('tax.name')} />
      <Optional place={place} member="class" label={m('tax.class')} />
      <FlagValue path={SITE} pointer={`${place}/included`} label={m('tax.included')} />
      <FlagValue path={SITE} pointer={`${place}/shipping`} label={m('tax.shipping')} />
    </Row>
  );
}

/** A text that is left out of the file when it is empty: an empty region would be one. */
function Optional({ place, member, label }: { place: string; member: string; label: string }) {
  const pointer = `${place}/${member}`;
  const value = textAt(useJson(SITE), pointer);
  const edit = useEdit(SITE);
  const error = useFault(SITE, pointer);
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      pointer={pointer}
      onChange={(text) => {
        if (text === '' && value === '') return;
        edit(label, [text === '' ? { op: 'remove', pointer } : { op: 'set', pointer, value: text }], pointer);
      }}
    />
  );
}

function Rate({ place, value }: { place: string; value: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const edit = useEdit(SITE);
  const fault = useFault(SITE, `${place}/rate`);
  const pointer = `${place}/rate`;
  const isGood = typed === null || percentOf(typed) !== undefined;
  return (
    <TextField
      label={m('tax.rate')}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text);
        const rate = percentOf(text);
        if (rate !== undefined) edit(m('tax.rate'), [{ op: 'set', pointer, value: rate }], pointer);
      }}
      onBlur={() => {
        if (isGood) setTyped(null);
      }}
      error={isGood ? fault : m('tax.rateWrong')}
      pointer={pointer}
    />
  );
}
