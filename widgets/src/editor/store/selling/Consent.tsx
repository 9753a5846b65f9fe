import { useState } from 'react';
import { at, isObject, type Json, type JsonObject } from '../../core/json.ts';
import { sparse } from '../../core/sparse.ts';
import { LinkField } from '../../link/LinkEditor.tsx';
import { s } from '../../product/text.ts';
import { useEdit, useJson, useText } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import rows from '../../ui/rows.module.css';
import ui from '../../ui/ui.module.css';
import { ChoiceValue, NumberValue } from '../../values/values.tsx';
import { Faults, freeId, Row, SITE } from './Rows.tsx';

const ROOT = '/consent';
const HOSTS = `${ROOT}/hosts`;
const BANNERS = ['auto', 'on', 'off'] as const;
const PURPOSES = ['necessary', 'preferences', 'statistics', 'marketing'] as const;

/** What visitors are asked before others learn of their visit. */
export function Consent() {
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const [asked, setAsked] = useState(false);
  const [text] = useText(SITE, `${ROOT}/text`, s('bannerText'));
  const [policy] = useText(SITE, `${ROOT}/policyPage`, s('policy'));
  const write = (label: string, key: string, value: string) => {
    const place = `${ROOT}/${key}`;
    const edits = sparse(json, ROOT, place, value);
    if (edits.length > 0) edit(label, edits, `${SITE}#${place}`);
  };
  return (
    <>
      <p className={ui.help}>{s('consentHelp')}</p>
      <Faults pointer={ROOT} inside />
      <ChoiceValue
        path={SITE}
        pointer={`${ROOT}/banner`}
        label={s('banner')}
        otherwise="auto"
        choices={BANNERS.map((value) => ({ value, label: s(`banner.${value}`) }))}
      />
      <TextField
        label={s('bannerText')}
        value={text}
        rows={3}
        onChange={(value) => write(s('bannerText'), 'text', value)}
        pointer={`${ROOT}/text`}
      />
      <LinkField
        label={s('policy')}
        value={policy}
        onChange={(value) => write(s('policy'), 'policyPage', value)}
        pointer={`${ROOT}/policyPage`}
      />
      <NumberValue path={SITE} pointer={`${ROOT}/months`} label={s('months')} least={1} most={12} otherwise={6} />
      <Hosts />
      <Button
        onPress={() => {
          edit(s('askAgain'), [{ op: 'set', pointer: `${ROOT}/version`, value: new Date().toISOString() }]);
          setAsked(true);
        }}
      >
        {s('askAgain')}
      </Button>
      <p role="status">{asked ? s('asked') : ''}</p>
    </>
  );
}

/** Hosts under other names, in the order in which they stand. */
export const renamed = (hosts: JsonObject, from: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(hosts).map(([host, purpose]) => [host === from ? to : host, purpose]));

function Hosts() {
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const found = at(json, HOSTS);
  const hosts: JsonObject = isObject(found) ? found : {};
  const names = Object.keys(hosts);
  const set = (label: string, next: JsonObject) =>
    void edit(
      label,
      Object.keys(next).length > 0
        ? [{ op: 'set', pointer: HOSTS, value: next }]
        : sparse(json, ROOT, HOSTS, undefined),
    );
  return (
    <section className={ui.stack} aria-label={s('hosts')}>
      <h3>{s('hosts')}</h3>
      <p className={ui.help}>{s('hostsHelp')}</p>
      <ul className={rows.plain ?? ''} aria-label={s('hosts')}>
        {names.map((host, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the host is being typed
          <Row key={index} pointer={HOSTS} title={host} onRemove={() => set(s('hosts'), without(hosts, host))}>
            <HostName host={host} taken={names} onName={(name) => set(s('host'), renamed(hosts, host, name))} />
            <Select
              label={s('purpose')}
              value={purposeOf(hosts[host])}
              choices={PURPOSES.map((value) => ({ value, label: s(`purpose.${value}`) }))}
              onChange={(purpose) => set(s('purpose'), { ...hosts, [host]: purpose })}
            />
          </Row>
        ))}
      </ul>
      <Button
        look="quiet"
        icon="add"
        onPress={() => set(s('hostAdd'), { ...hosts, [freeId('maps.example.com', names)]: 'preferences' })}
      >
        {s('hostAdd')}
      </Button>
    </section>
  );
}

const without = (hosts: JsonObject, gone: string): JsonObject =>
  Object.fromEntries(Object.entries(hosts).filter(([host]) => host !== gone));

const purposeOf = (value: Json | undefined) => PURPOSES.find((purpose) => purpose === value) ?? null;

/** A host is written into the file once it is one, and none of the others. */
function HostName({ host, taken, onName }: { host: string; taken: readonly string[]; onName: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? host).trim().toLowerCase();
  const isTaken = wanted !== host && taken.includes(wanted);
  return (
    <TextField
      label={s('host')}
      value={typed ?? host}
      error={isTaken ? s('hostTaken') : undefined}
      onChange={setTyped}
      onBlur={() => {
        if (isTaken) return;
        setTyped(null);
        if (wanted !== '' && wanted !== host) onName(wanted);
      }}
    />
  );
}
