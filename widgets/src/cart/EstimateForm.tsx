import { type FormEvent, useMemo, useRef, useState } from 'react';
import { cartPageCalls } from '../client/cartPage.ts';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import type { Estimate } from '../contract/types.ts';
import { countries, countryOf } from '../domain/country.ts';
import { money, pageData } from '../pageData.ts';
import { reliefRows, taxRows } from '../receipts/taxes.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { addTexts, locale, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './CartPage.module.css';

addTexts(CHECKOUT_TEXTS);

/** Refusals that one of the fields answers. */
const FIELDS: Record<string, 'country' | 'region' | undefined> = {
  'country-missing': 'country',
  'region-missing': 'region',
};

type Fault = { field: 'country' | 'region' | null; message: string };

/** Delivery and tax before the checkout, for a place that is asked here. Nothing that is typed is kept. */
export default function EstimateForm({ digest }: { digest: string }) {
  // The same each time, as in the address of the checkout.
  const options = useMemo(
    () =>
      countries(locale()).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      )),
    [],
  );
  const [place, setPlace] = useState({
    country: countryOf(pageData().currency.locale || locale()),
    region: '',
    postalCode: '',
  });
  // For which cart it was worked out: for another one it is worth nothing.
  const [estimate, setEstimate] = useState<{ found: Estimate; digest: string } | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  // An answer for a place that was typed before is worth nothing either.
  const turn = useRef(0);
  const forget = () => {
    turn.current += 1;
    setEstimate(null);
    setFault(null);
    setBusy(false);
  };
  const type = (part: Partial<typeof place>) => {
    forget();
    setPlace((now) => ({ ...now, ...part }));
  };
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    forget();
    const asked = turn.current;
    setBusy(true);
    try {
      const found = await cartPageCalls.estimate(place);
      if (asked === turn.current) setEstimate({ found, digest });
    } catch (thrown) {
      const failure = failureOf(thrown);
      const field = FIELDS[String(failure.body.code)] ?? null;
      if (asked === turn.current) setFault({ field, message: purchaseMessage(failure) });
    } finally {
      if (asked === turn.current) setBusy(false);
    }
  };
  const errorOf = (field: Fault['field']) => (fault?.field === field ? fault.message : undefined);

  return (
    <form noValidate className={styles.place} onSubmit={(event) => void ask(event)} aria-label={text('estimateTitle')}>
      <Field label={text('checkoutCountry')} error={errorOf('country')}>
        {(parts) => (
          <select
            {...parts}
            autoComplete="shipping country"
            value={place.country}
            onChange={(event) => type({ country: event.target.value })}
          >
            {options}
          </select>
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={text('checkoutRegion')} error={errorOf('region')}>
          {(parts) => (
            <input
              {...parts}
              type="text"
              autoComplete="shipping address-level1"
              maxLength={200}
              value={place.region}
              onChange={(event) => type({ region: event.target.value })}
            />
          )}
        </Field>
        <Field label={text('checkoutPostalCode')}>
          {(parts) => (
            <input
              {...parts}
              type="text"
              autoComplete="shipping postal-code"
              maxLength={200}
              value={place.postalCode}
              onChange={(event) => type({ postalCode: event.target.value })}
            />
          )}
        </Field>
      </div>
      <p role="alert" className={styles.alert}>
        {fault && !fault.field ? fault.message : ''}
      </p>
      <Button type="submit" kind="secondary" busy={busy}>
        {text('estimateButton')}
      </Button>
      <div role="status">{estimate?.digest === digest ? <Sums estimate={estimate.found} /> : null}</div>
    </form>
  );
}

function Sums({ estimate }: { estimate: Estimate }) {
  const { requiresShipping, shippingOptions } = estimate;
  if (requiresShipping && shippingOptions.length === 0) return <p>{text('checkoutNoShippingOption')}</p>;
  const { added, held } = taxRows(estimate.taxes, estimate.taxCents);
  const rows = [
    ...shippingOptions.map(({ name, costCents }) => [name, costCents === 0 ? text('checkoutFree') : money(costCents)]),
    ...reliefRows(estimate),
    ...added,
    [text('estimateTotal'), money(estimate.totalCents)],
    ...held,
  ] as const;
  return (
    <dl className={styles.estimated}>
      {rows.map(([name, amount]) => (
        <div key={name} className={styles.line}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
