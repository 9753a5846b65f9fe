import { useState } from 'react';
import { setKept } from '../client/keeping.ts';
import { canKeep, isKept } from '../client/offline.ts';
import { DeviceNotices } from '../notices/DeviceNotices.tsx';
import { refusalOf } from '../text/refusal.ts';
import { Switch } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { a } from './text.ts';

/** The editor as an app, and what this device keeps of the shop to be read without a connection. */
export function ThisDevice() {
  const [isOn, setOn] = useState(isKept);
  const [fault, setFault] = useState('');
  const choose = (wanted: boolean) => {
    setFault('');
    setOn(wanted);
    setKept(wanted).catch((thrown: unknown) => {
      setOn(!wanted);
      setFault(refusalOf(thrown));
    });
  };
  return (
    <>
      <p>{a('appHelp')}</p>
      {canKeep() ? (
        <>
          <Switch label={a('keep')} isOn={isOn} onChange={choose} />
          <p className={ui.help}>{a('keepHelp')}</p>
        </>
      ) : (
        <p>{a('cannotKeep')}</p>
      )}
      {fault ? <Problem text={fault} /> : null}
      <DeviceNotices />
    </>
  );
}
