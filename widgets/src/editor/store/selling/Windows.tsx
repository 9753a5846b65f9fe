import { at, isObject, type Json, listAt, pointer } from '../../core/json.ts';
import { s } from '../../product/text.ts';
import { useEdit, useFault, useJson, useText } from '../../state/context.ts';
import { editorLocale } from '../../text/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Chosen } from '../../ui/Chosen.tsx';
import { NumberField, Switch, TextField } from '../../ui/fields.tsx';
import rows from '../../ui/rows.module.css';
import ui from '../../ui/ui.module.css';
import { NumberValue, TextValue } from '../../values/values.tsx';
import { Faults, Row, SITE } from './Rows.tsx';
import { SettingList } from './SettingList.tsx';
import { useList } from './useList.ts';

/** From Monday to Friday, from nine to five, in hours, not before tomorrow. */
const FIRST: Json = { hours: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }], minutes: 60, noticeDays: 1 };
const NUMBERS = [
  { key: 'minutes', least: 1, most: 1439, otherwise: 60 },
  { key: 'noticeDays', least: 0, most: 90, otherwise: 0 },
  { key: 'noticeHours', least: 0, most: 2160, otherwise: 0 },
  { key: 'daysAhead', least: 1, most: 90, otherwise: 14 },
] as const;

/** When goods of one way are brought or collected. */
export function Windows({ way, place }: { way: Json; place: string }) {
  const edit = useEdit(SITE);
  const root = `${place}/windows`;
  const isOn = isObject(at(way, '/windows'));
  return (
    <>
      <Switch
        label={s('windows')}
        isOn={isOn}
        onChange={(on) =>
          void edit(s('windows'), [on ? { op: 'set', pointer: root, value: FIRST } : { op: 'remove', pointer: root }])
        }
      />
      {isOn ? (
        <>
          <p className={ui.help}>{s('windowsHelp')}</p>
          <Faults pointer={root} />
          <Hours place={`${root}/hours`} />
          <Places place={`${root}/places`} />
          {NUMBERS.map(({ key, ...limits }) => (
            <NumberValue key={key} path={SITE} pointer={`${root}/${key}`} label={s(key)} {...limits} />
          ))}
          <ClosedDays place={`${root}/closedDays`} />
        </>
      ) : null}
    </>
  );
}

/** How many orders a time takes; the file says no number where any number may come. */
function Places({ place }: { place: string }) {
  const edit = useEdit(SITE);
  const said = at(useJson(SITE), place);
  const error = useFault(SITE, place);
  return (
    <NumberField
      label={s('places')}
      value={typeof said === 'number' ? said : 0}
      least={0}
      most={100_000}
      error={error}
      pointer={place}
      onChange={(places) => {
        if (places === (said ?? 0)) return;
        void edit(
          s('places'),
          [places > 0 ? { op: 'set', pointer: place, value: places } : { op: 'remove', pointer: place }],
          `${SITE}#${place}`,
        );
      }}
    />
  );
}

function Hours({ place }: { place: string }) {
  const hours = useList(place);
  return (
    <div className={ui.stack}>
      <h4 className={ui.label}>{s('hours')}</h4>
      <Faults pointer={place} />
      <SettingList list={hours} label={s('hours')}>
        {(_, at, onRemove, index) => (
          <Row pointer={at} title={s('hoursNumber', { n: index + 1 })} onRemove={onRemove}>
            <Weekdays pointer={`${at}/weekdays`} />
            <Time pointer={`${at}/from`} label={s('from')} />
            <Time pointer={`${at}/to`} label={s('to')} />
          </Row>
        )}
      </SettingList>
      <Button look="quiet" icon="add" onPress={() => hours.add(s('hoursAdd'), { from: '09:00', to: '12:00' })}>
        {s('hoursAdd')}
      </Button>
    </div>
  );
}

/** Monday is 1. */
const weekdays = (): { value: string; label: string }[] => {
  const name = new Intl.DateTimeFormat(editorLocale(), { weekday: 'long', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: name.format(Date.UTC(2024, 0, day)) }));
};

function Weekdays({ pointer }: { pointer: string }) {
  const edit = useEdit(SITE);
  const ids = listAt(useJson(SITE), pointer).map(String);
  const error = useFault(SITE, pointer);
  return (
    <Chosen
      label={s('weekdays')}
      none={s('everyDay')}
      choices={weekdays()}
      ids={ids}
      error={error}
      pointer={pointer}
      onChange={(chosen) => {
        const days = chosen.map(Number).sort((one, other) => one - other);
        void edit(s('weekdays'), [days.length > 0 ? { op: 'set', pointer, value: days } : { op: 'remove', pointer }]);
      }}
    />
  );
}

function Time({ pointer, label }: { pointer: string; label: string }) {
  const [value, set] = useText(SITE, pointer, label);
  const error = useFault(SITE, pointer);
  return <TextField label={label} type="time" value={value} onChange={set} pointer={pointer} error={error} />;
}

function ClosedDays({ place }: { place: string }) {
  const edit = useEdit(SITE);
  const days = listAt(useJson(SITE), place);
  const end = place + pointer(days.length);
  return (
    <div className={ui.stack}>
      <h4 className={ui.label}>{s('closed')}</h4>
      <Faults pointer={place} />
      {days.length > 0 ? <p className={ui.help}>{s('closedHelp')}</p> : null}
      <ul className={rows.plain ?? ''} aria-label={s('closed')}>
        {days.map((_, index) => {
          const title = s('closedNumber', { n: index + 1 });
          const at = place + pointer(index);
          return (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: the day is being typed
              key={index}
              pointer={at}
              title={title}
              onRemove={() => void edit(title, [{ op: 'remove', pointer: at }])}
            >
              <TextValue path={SITE} pointer={at} label={title} placeholder="12-24" />
            </Row>
          );
        })}
      </ul>
      <Button
        look="quiet"
        icon="add"
        onPress={() =>
          edit(s('closedAdd'), [
            days.length > 0
              ? { op: 'insert', pointer: end, value: '12-24' }
              : { op: 'set', pointer: place, value: ['12-24'] },
          ])
        }
      >
        {s('closedAdd')}
      </Button>
    </div>
  );
}
