import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { l } from '../locations/text.ts';
import { Ledger } from '../product/Ledger.tsx';
import { useSite } from '../state/context.ts';
import { onSite } from '../state/onSite.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { Badge, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { LowField } from './LowField.tsx';
import { dayOf, type Location, levelOf, MAIN, placeOf, withLevel } from './locations/locations.ts';
import styles from './stock.module.css';
import { afterOf, CAUSES, type Cause, nameOf, type Page, type Row, wishOf } from './stock.ts';

type Adjusted = components['schemas']['AdjustedStock'];

/** How a variant stands, in words. */
function Standing({ row }: { row: Row }) {
  if (row.unlimited) return <Badge>{t('inventory.view.UNCOUNTED')}</Badge>;
  if (row.available === 0) return <Badge>{t('inventory.view.OUT')}</Badge>;
  const isLow = typeof row.lowAt === 'number' && row.available <= row.lowAt;
  return isLow ? <Badge>{t('inventory.view.LOW')}</Badge> : null;
}

type Props = {
  row: Row;
  /** The locations in use; none where the shop has one place. */
  locations: readonly Location[];
  /** The one that is looked at; "" for all. */
  location: string;
};

/** What lies where, and what is on its way. */
function whereOf(row: Row, locations: readonly Location[]): string {
  const levels = row.locations?.map((one) => `${placeOf(locations, one.locationId)} ${one.available}`) ?? [];
  const coming = row.incoming?.map(({ pieces, toId, expectedOn }) => {
    const said = { n: pieces, to: placeOf(locations, toId) };
    return expectedOn ? l('comingOn', { ...said, day: dayOf(expectedOn) }) : l('coming', said);
  });
  return [...levels, ...(coming ?? [])].join(' · ');
}

/** One variant: how many can be bought, how many unpaid orders hold, where they lie, and its change in its place. */
export function StockLine({ row, locations, location }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { previewUrl } = useSite();
  // Its address is of the site, which may have another origin than the editor; it may be gone since the publish.
  const [hasPicture, setHasPicture] = useState(row.picture !== '');
  const name = nameOf(row);
  return (
    <li className={styles.row}>
      {hasPicture ? (
        <img
          className={styles.picture}
          src={onSite(previewUrl, row.picture)}
          alt=""
          loading="lazy"
          width={36}
          height={36}
          onError={() => setHasPicture(false)}
        />
      ) : null}
      <span className={styles.name}>
        <strong>{row.title}</strong>
        {row.options ? ` ${row.options}` : ''}
        <br />
        <span className={ui.help}>
          {[row.sku, row.held ? t('inventory.held', { n: row.held }) : ''].filter(Boolean).join(' · ')}
          {locations.length > 0 ? (
            <>
              <br />
              {whereOf(row, locations)}
            </>
          ) : null}
        </span>
      </span>
      <Standing row={row} />
      {row.unlimited ? null : (
        <output className={styles.count} aria-label={t('inventory.availableOf', { name })}>
          {location === '' ? row.available : levelOf(row, location)}
        </output>
      )}
      {row.unlimited ? null : (
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-label={t('inventory.changeOf', { name })}
          onPress={() => setIsOpen(!isOpen)}
        >
          {t('inventory.change')}
        </Button>
      )}
      {isOpen ? (
        <div className={`${styles.form} ${ui.stack}`}>
          <Change row={row} locations={locations} location={location} />
          <LowField
            key={String(row.lowIsOwn ? row.lowAt : null)}
            label={t('inventory.lowOwn')}
            help={t('inventory.lowOwnHelp')}
            lowAt={row.lowIsOwn ? (row.lowAt ?? null) : null}
            of={{ itemId: row.itemId, sku: row.sku }}
          />
          <Ledger itemId={row.itemId} sku={row.sku} now={row.available} />
        </div>
      ) : null}
    </li>
  );
}

function Change({ row, locations, location }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(location || MAIN);
  // Where the shop has one place none is said.
  const at = locations.length > 0 ? chosen : '';
  const there = levelOf(row, at);
  const [typed, setTyped] = useState('');
  const [cause, setCause] = useState<Cause | null>(null);
  const [note, setNote] = useState('');
  const [fault, setFault] = useState('');
  const [done, setDone] = useState('');
  const wish = wishOf(typed);
  const after = wish ? afterOf(there, wish) : null;
  // A number that is said is mostly a count, one that is added came, one that is taken away is broken.
  const likely: Cause = wish && 'quantity' in wish ? 'COUNTED' : wish && wish.change < 0 ? 'DAMAGED' : 'RECEIVED';
  const why = cause ?? likely;
  const show = (available: number) =>
    client.setQueriesData<InfiniteData<Page>>({ queryKey: ['inventory', 'list'] }, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              variants: page.variants.map((one) =>
                one.itemId === row.itemId && one.sku === row.sku ? withLevel(one, at, available) : one,
              ),
            })),
          }
        : data,
    );
  const save = async () => {
    if (!wish || after === null) return;
    setFault('');
    setDone('');
    const before = there;
    // What is pressed is seen at once, and taken back when the shop refuses it.
    await client.cancelQueries({ queryKey: ['inventory', 'list'] });
    show(after);
    try {
      const where = at ? { locationId: at } : {};
      const json = { itemId: row.itemId, sku: row.sku, ...where, ...wish, cause: why, reason: note };
      const answer = await call<Adjusted>('POST', '/api/commerce/inventory/adjustments', { json });
      show(answer.qtyInStock);
      setDone(t('inventory.done', { before: answer.before, after: answer.qtyInStock }));
      setTyped('');
      setNote('');
      setCause(null);
    } catch (thrown) {
      show(before);
      setFault(refusalOf(thrown));
    }
    // The ledger may have been asked for between the press and the answer.
    await Promise.all([
      client.invalidateQueries({ queryKey: ['inventory'] }),
      client.invalidateQueries({ queryKey: ['stock'] }),
    ]);
  };
  const isWrong = typed.trim() !== '' && (after === null || after < 0);
  const isSaid = why !== 'OTHER' || note.trim() !== '';
  return (
    <>
      {locations.length > 0 ? (
        <Select
          label={l('at')}
          value={at}
          choices={locations.map(({ id, name }) => ({ value: id, label: `${name} (${levelOf(row, id)})` }))}
          onChange={setChosen}
        />
      ) : null}
      <TextField
        label={t('inventory.typed')}
        help={after === null || after < 0 ? t('inventory.typedHelp') : t('product.thenThereAre', { n: after })}
        value={typed}
        onChange={setTyped}
        maxLength={8}
        {...(isWrong ? { error: t(after === null ? 'inventory.noNumber' : 'inventory.belowZero') } : {})}
      />
      <Select
        label={t('product.why')}
        value={why}
        choices={CAUSES.map((value) => ({ value, label: t(`inventory.cause.${value}`) }))}
        onChange={setCause}
      />
      <TextField label={t('desk.note')} value={note} onChange={setNote} maxLength={500} />
      {fault ? <Problem text={fault} /> : null}
      <p role="status" className={ui.help} style={{ margin: 0 }}>
        {done}
      </p>
      <div className={ui.actions}>
        <Button
          look="primary"
          isDisabled={!wish || after === null || after < 0 || ('change' in wish && wish.change === 0) || !isSaid}
          onPress={() => save()}
        >
          {t('product.saveCount')}
        </Button>
      </div>
    </>
  );
}
