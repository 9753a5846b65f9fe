import { at, isObject, type Json, type JsonObject } from '../../core/json.ts';
import { MoneyField } from '../../product/MoneyField.tsx';
import { useEdit, useJson } from '../../state/context.ts';
import { currencyIn } from '../../state/currencyOf.ts';
import { m } from '../../text/manage.ts';
import { t } from '../../text/words.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { NumberField, Select } from '../../ui/fields.tsx';
import rows from '../../ui/rows.module.css';
import ui from '../../ui/ui.module.css';
import { MoneyValue } from './MoneyValue.tsx';
import { Faults, SITE } from './Rows.tsx';
import { SettingList } from './SettingList.tsx';
import { useList } from './useList.ts';

const KINDS = ['grams', 'cents', 'items', 'any'] as const;
type Kind = (typeof KINDS)[number];
const MEMBER = { grams: 'upToGrams', cents: 'upToCents', items: 'upToItems' } as const;
const FIRST = { grams: 2000, cents: 5000, items: 1 } as const;

/** What a rate is limited by. */
export const kindOf = (rate: Json | undefined): Kind =>
  KINDS.find((kind) => kind !== 'any' && at(rate, `/${MEMBER[kind]}`) !== undefined) ?? 'any';

/** A rate that is limited otherwise; what else it says stays. */
export function limited(rate: JsonObject, kind: Kind): JsonObject {
  const rest = Object.fromEntries(
    Object.entries(rate).filter(([key]) => !Object.values(MEMBER).includes(key as 'upToGrams')),
  );
  return kind === 'any' ? rest : { [MEMBER[kind]]: FIRST[kind], ...rest };
}

/** Prices by weight, by amount or by pieces: the first that fits counts. */
export function Rates({ place }: { place: string }) {
  const rates = useList(place);
  return (
    <div className={ui.stack}>
      <h4 className={ui.label}>{m('rate.title')}</h4>
      {rates.all.length > 0 ? (
        <>
          <p className={ui.help}>{m('rate.help')}</p>
          <SettingList list={rates} label={m('rate.title')}>
            {(rate, at, onRemove, index) => <Rate rate={rate} place={at} number={index + 1} onRemove={onRemove} />}
          </SettingList>
        </>
      ) : null}
      <Button look="quiet" icon="add" onPress={() => rates.add(m('rate.add'), { upToGrams: 2000, costCents: 500 })}>
        {m('rate.add')}
      </Button>
    </div>
  );
}

type Props = { rate: Json; place: string; number: number; onRemove: () => void };

function Rate({ rate, place, number, onRemove }: Props) {
  const edit = useEdit(SITE);
  const currency = currencyIn(useJson(SITE));
  const kind = kindOf(rate);
  const member = kind === 'any' ? undefined : MEMBER[kind];
  const pointer = `${place}/${member ?? ''}`;
  const limit = Number(at(rate, `/${member ?? ''}`) ?? 0);
  const set = (value: number) => void edit(m('rate.upTo'), [{ op: 'set', pointer, value }], pointer);
  return (
    <li className={rows.entry} data-pointer={place}>
      <Faults pointer={place} inside />
      <Select
        label={m('rate.kind')}
        value={kind}
        choices={KINDS.map((value) => ({ value, label: m(`rate.${value}`) }))}
        onChange={(next) =>
          void edit(m('rate.kind'), [{ op: 'set', pointer: place, value: limited(isObject(rate) ? rate : {}, next) }])
        }
      />
      {kind === 'cents' ? (
        <MoneyField label={m('rate.upTo')} cents={limit} currency={currency} onChange={set} />
      ) : member ? (
        <NumberField label={`${m('rate.upTo')} (${m(`rate.${kind}`)})`} value={limit} least={1} onChange={set} />
      ) : null}
      <MoneyValue path={SITE} pointer={`${place}/costCents`} label={m('way.cost')} />
      <IconButton icon="remove" label={t('list.removeNamed', { name: String(number) })} onPress={onRemove} />
    </li>
  );
}
