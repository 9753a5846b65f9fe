import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { emptied, Select, TextField } from '../ui/fields.tsx';
import { CannotLoad, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { DESK } from './desk.ts';
import {
  type Filter,
  filterOf,
  isSame,
  type KeptView,
  LONGEST,
  MOST,
  readViews,
  type SavedView,
  withView,
  writeViews,
} from './filter.ts';
import { Lists } from './Lists.tsx';
import { useOnce } from './returns.ts';

type Props = {
  filter: Filter;
  onChoose: (filter: Filter) => void;
  /** Buttons beside the one that saves or forgets. */
  children?: ReactNode;
};

type Kept = components['schemas']['KeptDeskViews'];

/** Who sees a view: whoever uses this browser, who is signed in, or all staff. */
const WHOSE = ['browser', 'own', 'shared'] as const;
type Whose = (typeof WHOSE)[number];

/** A view as it stands above the orders. */
type Shown = { key: string; name: string; filter: Filter; kept?: KeptView };

const VIEWS_KEPT = ['orders', 'views'];
const ofBrowser = ({ name, filter }: SavedView): Shown => ({ key: `browser ${name}`, name, filter });
const ofShop = (kept: KeptView): Shown => ({ key: kept.id, name: kept.name, filter: filterOf(kept), kept });

/**
 * The views that were saved: in this browser, for oneself, or for all staff. One is shown with a press, and what is shown is saved
 * under a name.
 */
export function SavedViews({ filter, onChoose, children }: Props) {
  const client = useQueryClient();
  const [views, setViews] = useState(readViews);
  const [name, setName] = useState<string | null>(null);
  const [whose, setWhose] = useState<Whose>('browser');
  const [fault, setFault] = useState('');
  const [isBusy, once] = useOnce();
  const shop = useQuery({ queryKey: VIEWS_KEPT, queryFn: () => call<Kept>('GET', `${DESK}/views`) });
  const kept = shop.data?.views ?? [];
  const own = [...views.map(ofBrowser), ...kept.filter(({ isShared }) => !isShared).map(ofShop)];
  const shared = kept.filter(({ isShared }) => isShared).map(ofShop);
  const shown = [...own, ...shared].find((one) => isSame(one.filter, filter));
  useEffect(() => {
    // Another tab has saved or forgotten one.
    const read = () => setViews(readViews());
    window.addEventListener('storage', read);
    return () => window.removeEventListener('storage', read);
  }, []);
  const keep = (next: SavedView[]): boolean => {
    const isKept = writeViews(next);
    if (isKept) setViews(next);
    setFault(isKept ? '' : t('desk.viewNotKept'));
    return isKept;
  };
  /** Asks the shop to keep or forget one; what was typed stays when it is refused. */
  const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, json?: object): Promise<boolean> => {
    setFault('');
    try {
      client.setQueryData(VIEWS_KEPT, await call<Kept>(method, `${DESK}/views${path}`, json ? { json } : {}));
      return true;
    } catch (thrown) {
      setFault(refusalOf(thrown));
      await client.invalidateQueries({ queryKey: VIEWS_KEPT });
      return false;
    }
  };
  const save = async () => {
    const wanted = name?.trim();
    if (!wanted) return setFault(t('desk.viewUnnamed'));
    const now = { ...filter, text: filter.text.trim(), tag: filter.tag.trim() };
    if (whose === 'browser') {
      const next = withView(readViews(), { name: wanted, filter: now });
      if (next.length > MOST) return setFault(t('desk.viewsFull', { n: String(MOST) }));
      if (keep(next)) setName(null);
      return;
    }
    const isShared = whose === 'shared';
    // One of the same name is replaced, where that is allowed.
    const before = kept.find(
      (one) => one.mayChange && one.isShared === isShared && one.name.toLowerCase() === wanted.toLowerCase(),
    );
    const json = { name: wanted, filter: now, isShared, revision: before?.revision ?? 0 };
    if (await ask(before ? 'PUT' : 'POST', before ? `/${before.id}` : '', json)) setName(emptied(name, null));
  };
  const forget = async (one: Shown) => {
    if (one.kept) await ask('DELETE', `/${one.kept.id}`);
    else keep(readViews().filter((each) => each.name !== one.name));
  };
  const list = (label: string, of: Shown[]) =>
    of.length > 0 ? (
      <Lists
        label={label}
        showsLabel
        views={of.map(({ key }) => key)}
        shown={shown?.key ?? ''}
        name={(key) => of.find((one) => one.key === key)?.name ?? ''}
        onChoose={(key) => {
          const found = of.find((one) => one.key === key);
          if (found) onChoose(found.filter);
        }}
      />
    ) : null;
  const isOfAnother = shown?.kept && !shown.kept.mayChange;
  return (
    <>
      {list(t('desk.views'), own)}
      {list(t('desk.viewsShared'), shared)}
      {shop.isError ? <CannotLoad retry={() => void shop.refetch()} text={t('desk.viewsMissing')} /> : null}
      {isOfAnother ? <p className={ui.help}>{t('desk.viewBy', { who: shown.kept?.author ?? '' })}</p> : null}
      <div className={`${ui.actions} ${styles.strip}`} data-scrolls="">
        {children}
        {shown && !isOfAnother ? (
          <Button isDisabled={isBusy} onPress={() => void once(() => forget(shown))}>
            {t('desk.forgetView', { name: shown.name })}
          </Button>
        ) : null}
        {shown ? null : (
          <Button
            aria-expanded={name !== null}
            onPress={() => {
              setFault('');
              setName(name === null ? '' : null);
            }}
          >
            {t('desk.saveView')}
          </Button>
        )}
      </div>
      {name === null || shown ? null : (
        <div className={ui.stack}>
          <TextField
            label={t('desk.viewName')}
            help={t('desk.viewHelp')}
            value={name}
            onChange={setName}
            onEnter={() => void once(save)}
            maxLength={LONGEST}
            autoFocus
          />
          <Select
            label={t('desk.viewFor')}
            value={whose}
            choices={WHOSE.map((value) => ({ value, label: t(`desk.viewFor.${value}`) }))}
            onChange={setWhose}
          />
          <div className={ui.actions}>
            <Button look="primary" isDisabled={isBusy} onPress={() => void once(save)}>
              {t('desk.viewSave')}
            </Button>
          </div>
        </div>
      )}
      {fault ? <Problem text={fault} /> : null}
    </>
  );
}
