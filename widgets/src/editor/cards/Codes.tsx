import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { useJson } from '../state/context.ts';
import { currencyIn } from '../state/currencyOf.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { CodeForm } from './CodeForm.tsx';
import { type Coupon, type Coupons, stateOf, usedBy, usesOf, worthOf } from './coupon.ts';
import { OneCode } from './OneCode.tsx';
import { c } from './text.ts';

/** The codes of the shop and of the site's own file, with how often each was used, and the discounts without one. */
export function Codes() {
  const client = useQueryClient();
  const currency = currencyIn(useJson('site.json'));
  const coupons = useQuery({ queryKey: ['coupons'], queryFn: () => call<Coupons>('GET', '/api/commerce/coupons') });
  const [failed, setFailed] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const [makes, setMakes] = useState(false);
  const run = async (what: () => Promise<unknown>) => {
    setFailed(null);
    try {
      await what();
      await client.invalidateQueries({ queryKey: ['coupons'] });
      return true;
    } catch (thrown) {
      setFailed(refusalOf(thrown));
      return false;
    }
  };
  if (coupons.isPending) return <Loading />;
  if (coupons.isError) return <CannotLoad retry={() => void coupons.refetch()} />;
  const { ofTheShop, ofTheSite, discounts = [] } = coupons.data;
  const all = [...ofTheShop, ...ofTheSite];
  const close = () => {
    setFailed(null);
    setOpen(null);
    setMakes(false);
  };
  const shown = all.find(({ code }) => code === open);
  if (shown || makes)
    return (
      <section aria-label={c('codes')} className={ui.stack}>
        <div className={ui.actions}>
          <Button onPress={close}>{c('back')}</Button>
        </div>
        {failed ? <Problem text={failed} /> : null}
        {shown ? (
          <OneCode
            key={shown.code}
            coupon={shown}
            coupons={coupons.data}
            currency={currency}
            now={coupons.dataUpdatedAt}
            onRun={run}
            onRemoved={close}
          />
        ) : (
          <CodeForm
            currency={currency}
            onMake={async (what) => {
              const isMade = await run(what);
              if (isMade) close();
              return isMade;
            }}
          />
        )}
      </section>
    );
  const found = all.filter(({ code }) => code.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <section aria-label={c('codes')} className={ui.stack}>
      <div className={ui.actions}>
        <Button look="primary" onPress={() => setMakes(true)}>
          {c('newCode')}
        </Button>
      </div>
      <TextField label={c('codeSearch')} type="search" value={typed} onChange={setTyped} maxLength={100} />
      {found.length === 0 ? <p>{c('noCodes')}</p> : null}
      <ul className={desk.list} aria-label={c('codes')}>
        {found.map((coupon) => (
          <Row
            key={coupon.code}
            coupon={coupon}
            coupons={coupons.data}
            currency={currency}
            now={coupons.dataUpdatedAt}
            onOpen={() => setOpen(coupon.code)}
          />
        ))}
      </ul>
      {discounts.length > 0 ? (
        <>
          <h3 className={styles.title}>{c('discounts')}</h3>
          <p className={ui.help}>{c('discountsHelp')}</p>
          <ul>
            {discounts.map(({ id, name, uses, usesInAll }) => (
              <li key={id}>
                <strong>{name}</strong> {usesOf(uses, usesInAll)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

type RowProps = { coupon: Coupon; coupons: Coupons; currency: string; now: number; onOpen: () => void };

function Row({ coupon, coupons, currency, now, onOpen }: RowProps) {
  const uses = usedBy(coupons, coupon.code);
  const state = stateOf(coupon, uses, now);
  return (
    <li>
      <button type="button" className={desk.row} onClick={onOpen}>
        <span className={desk.who}>
          <strong>{coupon.code}</strong>
          <br />
          <span className={ui.help}>
            {[
              usesOf(uses, coupon.usesInAll),
              typeof coupon.expiresOn === 'number' ? c('ends', { when: when(coupon.expiresOn) }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {coupons.ofTheShop.includes(coupon) ? null : <Badge>{c('ofSite')}</Badge>}
        {state === 'ACTIVE' ? null : <Badge>{c(`code.${state}`)}</Badge>}
        <span>{worthOf(coupon, currency)}</span>
      </button>
    </li>
  );
}
