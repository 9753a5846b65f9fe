import { useState } from 'react';
import styles from '../books/books.module.css';
import { countries } from '../core/countries.ts';
import desk from '../desk/desk.module.css';
import { MoneyField } from '../product/MoneyField.tsx';
import { useJson } from '../state/context.ts';
import { currencyIn } from '../state/currencyOf.ts';
import { editorLocale } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import type { Body, Whole } from './draft.ts';
import { Lines } from './Lines.tsx';
import { d } from './text.ts';

const WHO = ['email', 'name', 'company', 'phone', 'language'] as const;
const PLACE = ['line1', 'line2', 'postalCode', 'city', 'region'] as const;
const NOWHERE = { country: '', region: '', city: '', district: '', postalCode: '', line1: '', line2: '' };
const KINDS = ['none', 'percent', 'amount'] as const;
type Kind = (typeof KINDS)[number];

type Props = {
  body: Body;
  cart: Whole['cart'] | undefined;
  isPlaced: boolean;
  /** Its buyer has a link, which saving ends. */
  isLinked: boolean;
  isBusy: boolean;
  onSave: (body: Body) => Promise<boolean>;
};

/** What is entered of a draft. */
export function Form({ body: kept, cart, isPlaced, isLinked, isBusy, onSave }: Props) {
  const [body, setBody] = useState(kept);
  const site = currencyIn(useJson('site.json'));
  const currency = cart?.currency ?? site;
  const put = (change: Partial<Body>) => setBody((now) => ({ ...now, ...change }));
  const location = { ...NOWHERE, ...body.shippingLocation };
  const place = (change: Partial<typeof location>) => put({ shippingLocation: { ...location, ...change } });
  const titles = new Map(cart?.entries.map(({ chosenVariant, title }) => [chosenVariant.sku, title]));
  const options = cart?.shippingOptions ?? [];
  const places = countries(editorLocale());
  const { discount } = body;
  const kind: Kind = !discount ? 'none' : typeof discount.percent === 'string' ? 'percent' : 'amount';
  const choose = (next: Kind) => {
    const reason = discount?.reason ?? '';
    if (next === 'none') put({ discount: null });
    else if (next === 'percent') put({ discount: { reason, percent: '10', amountCents: null } });
    else put({ discount: { reason, percent: null, amountCents: 100 } });
  };
  return (
    <div className={ui.stack}>
      <fieldset className={`${styles.fields} ${desk.part}`} disabled={isPlaced}>
        <legend className={styles.title}>{d('customer')}</legend>
        {WHO.map((part) => (
          <TextField
            key={part}
            label={d(part)}
            type={part === 'email' ? 'email' : 'text'}
            value={body[part] ?? ''}
            onChange={(value) => put({ [part]: value })}
            maxLength={part === 'language' ? 35 : 320}
          />
        ))}
      </fieldset>
      <Lines lines={body.lines ?? []} titles={titles} currency={currency} onChange={(lines) => put({ lines })} />
      <fieldset className={`${styles.fields} ${desk.part}`} disabled={isPlaced}>
        <legend className={styles.title}>{d('address')}</legend>
        <Select
          label={d('country')}
          value={location.country || null}
          onChange={(country) => place({ country, region: '' })}
          choices={places}
        />
        {PLACE.map((part) => (
          <TextField
            key={part}
            label={d(part)}
            value={location[part] ?? ''}
            onChange={(value) => place({ [part]: value })}
            maxLength={200}
          />
        ))}
        {options.length > 0 ? (
          <Select
            label={d('delivery')}
            value={body.shippingOptionId || null}
            placeholder={d('choose')}
            onChange={(shippingOptionId) => put({ shippingOptionId })}
            choices={options.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : (
          <p className={ui.help}>{d('deliveryHelp')}</p>
        )}
      </fieldset>
      <fieldset className={`${styles.fields} ${desk.part}`} disabled={isPlaced}>
        <legend className={styles.title}>{d('discount')}</legend>
        <Select
          label={d('discountKind')}
          value={kind}
          onChange={choose}
          choices={KINDS.map((value) => ({ value, label: d(`discount.${value}`) }))}
        />
        {discount && kind === 'percent' ? (
          <TextField
            label={d('percent')}
            value={discount.percent ?? ''}
            onChange={(percent) => put({ discount: { ...discount, percent: percent.trim().replace(',', '.') } })}
            maxLength={8}
          />
        ) : null}
        {discount && kind === 'amount' ? (
          <MoneyField
            label={d('amount')}
            cents={discount.amountCents ?? 0}
            currency={currency}
            onChange={(amountCents) => put({ discount: { ...discount, amountCents } })}
          />
        ) : null}
        {discount ? (
          <TextField
            label={d('reason')}
            value={discount.reason ?? ''}
            onChange={(reason) => put({ discount: { ...discount, reason } })}
            maxLength={100}
          />
        ) : null}
      </fieldset>
      <TextField
        label={d('note')}
        value={body.note ?? ''}
        onChange={(note) => put({ note })}
        rows={3}
        maxLength={2000}
      />
      {isLinked ? <p>{d('changeSure')}</p> : null}
      {isPlaced ? null : (
        <div className={ui.actions}>
          <Button
            look="primary"
            isDisabled={isBusy}
            onPress={() => onSave({ ...body, shippingLocation: location.country === '' ? null : location })}
          >
            {d('save')}
          </Button>
        </div>
      )}
    </div>
  );
}
