import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/shop.ts';
import { l } from '../../locations/text.ts';
import { refusalOf } from '../../text/refusal.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Badge, Problem } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import styles from './locations.module.css';
import { LOCATIONS, type Location, usedOf } from './locations.ts';

/** Where the shop keeps its stock: added, named, put in order, archived. */
export function Locations({ locations }: { locations: readonly Location[] }) {
  const client = useQueryClient();
  const [fault, setFault] = useState('');
  const used = usedOf(locations);
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ id: string; by: number }>(undefined);
  /** Does one thing and loads the locations anew; whether the shop took it. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setFault('');
    try {
      await work();
    } catch (thrown) {
      setFault(refusalOf(thrown));
      return false;
    }
    await client.invalidateQueries({ queryKey: ['inventory'] });
    return true;
  };
  const move = async (id: string, by: number) => {
    const ids = used.map((one) => one.id);
    const from = ids.indexOf(id);
    const other = ids[from + by];
    if (other === undefined) return;
    ids[from] = other;
    ids[from + by] = id;
    moved.current = { id, by };
    if (!(await run(() => call('PUT', LOCATIONS, { json: { ids } })))) moved.current = undefined;
  };
  // The button at the end of the list takes no press any more: the focus stays in the row.
  useEffect(() => {
    const { id, by } = moved.current ?? {};
    if (!id || locations.length === 0) return;
    moved.current = undefined;
    const row = list.current?.querySelector(`[data-location="${CSS.escape(id)}"]`);
    const again = row?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:not([disabled])`);
    (again ?? row?.querySelector<HTMLButtonElement>('[data-by]:not([disabled])'))?.focus();
  }, [locations]);
  return (
    <section aria-label={l('title')} className={ui.stack}>
      <h3 className={styles.title}>{l('title')}</h3>
      {locations.length > 0 ? <p className={ui.help}>{l('order')}</p> : <p className={ui.help}>{l('severalHelp')}</p>}
      {fault ? <Problem text={fault} /> : null}
      <ul ref={list} className={styles.list} aria-label={l('title')}>
        {[...used, ...locations.filter((one) => one.isArchived)].map((one) => (
          <Row
            key={one.id}
            one={one}
            isFirst={used[0] === one}
            isLast={used.at(-1) === one}
            move={(by) => move(one.id, by)}
            change={(json) => run(() => call('PUT', `${LOCATIONS}/${encodeURIComponent(one.id)}`, { json }))}
          />
        ))}
      </ul>
      <Add isFirst={locations.length === 0} add={(json) => run(() => call('POST', LOCATIONS, { json }))} />
    </section>
  );
}

type RowProps = {
  one: Location;
  isFirst: boolean;
  isLast: boolean;
  move: (by: number) => Promise<void>;
  change: (json: { name?: string; isArchived?: boolean }) => Promise<boolean>;
};

function Row({ one, isFirst, isLast, move, change }: RowProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLLIElement>(null);
  const { name } = one;
  const rename = async () => {
    if (typed === null || typed.trim() === '' || !(await change({ name: typed }))) return;
    setTyped(null);
    // What had the focus is gone.
    requestAnimationFrame(() => button.current?.querySelector<HTMLButtonElement>('[data-rename]')?.focus());
  };
  return (
    <li ref={button} className={styles.row} data-location={one.id}>
      <span className={styles.name}>
        <strong>{name}</strong> {one.isMain ? <span className={ui.help}>{l('first')}</span> : null}
      </span>
      {one.isArchived ? <Badge>{l('archived')}</Badge> : null}
      {one.isArchived ? null : (
        <>
          <IconButton icon="up" label={l('up', { name })} isDisabled={isFirst} data-by="-1" onPress={() => move(-1)} />
          <IconButton icon="down" label={l('down', { name })} isDisabled={isLast} data-by="1" onPress={() => move(1)} />
        </>
      )}
      <Button
        look="quiet"
        data-rename=""
        aria-expanded={typed !== null}
        onPress={() => setTyped(typed === null ? name : null)}
      >
        {l('rename', { name })}
      </Button>
      {one.isMain ? null : (
        <Button look="quiet" onPress={() => change({ isArchived: !one.isArchived })}>
          {l(one.isArchived ? 'restore' : 'archive', { name })}
        </Button>
      )}
      {typed === null ? null : (
        <div className={`${styles.form} ${ui.stack}`}>
          <TextField
            label={l('newName', { name })}
            value={typed}
            onChange={setTyped}
            onEnter={() => void rename()}
            maxLength={60}
            autoFocus
          />
          <div className={ui.actions}>
            <Button isDisabled={typed.trim() === ''} onPress={rename}>
              {l('save')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

type AddProps = { isFirst: boolean; add: (json: { name: string; mainName: string }) => Promise<boolean> };

/** A new location; the first one asks what the place is called where everything lies until then. */
function Add({ isFirst, add }: AddProps) {
  const [name, setName] = useState('');
  const [mainName, setMainName] = useState('');
  const [said, setSaid] = useState('');
  const isReady = name.trim() !== '' && (!isFirst || mainName.trim() !== '');
  const save = async () => {
    setSaid('');
    if (!isReady || !(await add({ name, mainName }))) return;
    setSaid(l('added', { name: name.trim() }));
    setName('');
    setMainName('');
  };
  return (
    <div className={ui.stack}>
      {isFirst ? (
        <TextField label={l('mainName')} help={l('mainHelp')} value={mainName} onChange={setMainName} maxLength={60} />
      ) : null}
      <TextField label={l('name')} help={l('nameHelp')} value={name} onChange={setName} maxLength={60} />
      <p role="status" className={ui.help} style={{ margin: 0 }}>
        {said}
      </p>
      <div className={ui.actions}>
        <Button isDisabled={!isReady} onPress={save}>
          {l('add')}
        </Button>
      </div>
    </div>
  );
}

/** Opens the locations of a shop that has none: the only thing that it shows of them. */
export function BeginLocations({ locations }: { locations: readonly Location[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className={ui.actions}>
        <Button look="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {locations.length > 0 ? l('title') : l('several')}
        </Button>
      </div>
      {isOpen ? <Locations locations={locations} /> : null}
    </>
  );
}
