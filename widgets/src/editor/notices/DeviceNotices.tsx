import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moments } from '../text/formats.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Switch } from '../ui/fields.tsx';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { able, type Devices, listDevices, putThis, removeDevice, removeThis, tryDevice } from './push.ts';
import { a } from './text.ts';
import type { Word } from './words/en.ts';

const KEY = ['devices'];
const when = (moment: number) => moments({ dateStyle: 'medium' }).format(moment);

/** What the browser tells of while the editor is closed: switched on for this device, tried, and taken from any of one's own. */
export function DeviceNotices() {
  const devices = useQuery({ queryKey: KEY, queryFn: listDevices });
  return (
    <section aria-label={a('title')}>
      <h3>{a('title')}</h3>
      <p className={ui.help}>{a('help')}</p>
      {devices.isPending ? <Loading /> : null}
      {devices.isError ? <CannotLoad retry={() => void devices.refetch()} /> : null}
      {devices.data ? <Known devices={devices.data} /> : null}
    </section>
  );
}

function Known({ devices }: { devices: Devices }) {
  const [state, setState] = useState<{ busy: boolean; fault: string; isTried: boolean }>(IDLE);
  const client = useQueryClient();
  const work = (ask: () => Promise<Devices | null>) => {
    setState({ ...IDLE, busy: true });
    void ask().then(
      (known) => {
        if (known) client.setQueryData(KEY, known);
        setState(known ? IDLE : { ...IDLE, fault: a('refused') });
      },
      (thrown: unknown) => {
        setState({ ...IDLE, fault: refusalOf(thrown) });
        void client.invalidateQueries({ queryKey: KEY });
      },
    );
  };
  const tryOut = (id: string) =>
    work(async () => {
      await tryDevice(id);
      return listDevices().finally(() => setTimeout(() => setState({ ...IDLE, isTried: true })));
    });
  const own = devices.devices.find(({ isThis, isOver }) => isThis && !isOver);
  const choose = (kind: string, isOn: boolean) => {
    const kinds = devices.open.filter((one) => (one === kind ? isOn : own?.kinds.includes(one)));
    work(() => (kinds.length === 0 && own ? removeThis(own.id) : putThis(devices.publicKey, kinds)));
  };
  const reason = whyNot(devices);
  return (
    <>
      {reason ? (
        <Calm>{a(reason)}</Calm>
      ) : (
        devices.open.map((kind) => (
          <Switch
            key={kind}
            label={a(`kind.${kind}` as Word)}
            isOn={own?.kinds.includes(kind) ?? false}
            isDisabled={state.busy}
            onChange={(isOn) => choose(kind, isOn)}
          />
        ))
      )}
      {own && !reason ? (
        <Button isDisabled={state.busy} onPress={() => tryOut(own.id)}>
          {a('try')}
        </Button>
      ) : null}
      <p role="status">{state.isTried ? a('tried') : ''}</p>
      {state.fault ? <Problem text={state.fault} /> : null}
      <h4>{a('devices')}</h4>
      {devices.devices.length === 0 ? <p className={ui.help}>{a('noDevices')}</p> : null}
      <ul aria-label={a('devices')}>
        {devices.devices.map(({ id, name, isThis, isOver, seenOn }) => (
          <li key={id}>
            {[name, isThis ? a('this') : '', isOver ? a('over') : '', a('seen', { when: when(seenOn) })]
              .filter(Boolean)
              .join(' · ')}{' '}
            <Button isDisabled={state.busy} onPress={() => work(() => (isThis ? removeThis(id) : removeDevice(id)))}>
              {a('remove', { name })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

const IDLE = { busy: false, fault: '', isTried: false };

/** Why nothing can be switched on here; null when it can. */
function whyNot({ isOn, open }: Devices): Word | null {
  if (!isOn) return 'off';
  if (open.length === 0) return 'none';
  const here = able();
  return here === 'yes' ? null : here;
}
