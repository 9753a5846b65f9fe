import { type HTMLInputTypeAttribute, useState } from 'react';
import type { AddressForm, BillingAddress, Buyer, VatIdState } from '../contract/types.ts';
import { text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';
import { AddressFields } from './AddressFields.tsx';
import styles from './Checkout.module.css';
import type { Asked, CheckoutErrors } from './details.ts';

type LineProps = {
  label: string;
  value: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
  autoComplete?: string;
  required?: boolean;
  type?: HTMLInputTypeAttribute;
  hint?: string | undefined;
  onLeave?: (value: string) => void;
};

function Line(props: LineProps) {
  const { label, value = '', error, onChange, autoComplete, required = false, type = 'text', hint, onLeave } = props;
  const requiredMark = required ? text('formRequiredMark') : undefined;
  return (
    <Field label={label} error={error} description={hint} requiredMark={requiredMark}>
      {(parts) => (
        <input
          {...parts}
          type={type}
          autoComplete={autoComplete}
          aria-required={required || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave && ((event) => onLeave(event.target.value))}
        />
      )}
    </Field>
  );
}

/** Why tax is charged though there is a VAT number; nothing where none is. */
const HINTS = {
  'reverse-charge': undefined,
  domestic: 'checkoutVatDomestic',
  outside: 'checkoutVatOutside',
  elsewhere: 'checkoutVatElsewhere',
  refused: 'checkoutVatRefused',
  unconfirmed: 'checkoutVatUnconfirmed',
} as const satisfies Record<VatIdState, string | undefined>;

type Props = {
  buyer: Buyer;
  asked: Asked;
  errors: CheckoutErrors;
  onChange: (change: Partial<Buyer>, field: string) => void;
};

/** Whom it is for: the name on the parcel, and the company there. */
export function RecipientFields({ buyer, errors, onChange }: Props) {
  return (
    <>
      <Line
        required
        label={text('checkoutName')}
        autoComplete="shipping name"
        value={buyer.name}
        error={errors.name}
        onChange={(name) => onChange({ name }, 'name')}
      />
      <Company buyer={buyer} errors={errors} onChange={onChange} purpose="shipping" />
    </>
  );
}

function Company({ buyer, errors, onChange, purpose }: Omit<Props, 'asked'> & { purpose: string }) {
  return (
    <Line
      label={text('checkoutCompany')}
      autoComplete={`${purpose} organization`}
      value={buyer.company}
      error={errors.company}
      onChange={(company) => onChange({ company }, 'company')}
    />
  );
}

/** The phone number, where the delivery or the shop needs it. */
export function PhoneField({ buyer, asked, errors, onChange }: Props) {
  if (!asked.phone) return null;
  return (
    <Line
      required
      type="tel"
      label={text('checkoutPhone')}
      autoComplete="tel"
      value={buyer.phone}
      error={errors.phone}
      onChange={(phone) => onChange({ phone }, 'phone')}
    />
  );
}

type InvoiceProps = Props & {
  /** The company has a field elsewhere. */
  hasCompany: boolean;
  billing: BillingAddress;
  /** What the VAT number does to the tax. */
  state: VatIdState | null;
  /** The VAT number is typed. */
  onVatId: (vatId: string) => void;
  /** Somebody else than the recipient pays, or one who receives nothing. */
  isOther: boolean;
  onOther: (isOther: boolean) => void;
  onBilling: (change: Partial<BillingAddress>, field: string) => void;
  onForm: (form: AddressForm) => void;
};

/** Who pays, and their VAT number: closed until somebody needs it. */
export function InvoiceFields({
  buyer,
  asked,
  errors,
  onChange,
  hasCompany,
  billing,
  state,
  onVatId,
  isOther,
  onOther,
  onBilling,
  onForm,
}: InvoiceProps) {
  const [isKept] = useState(() => Boolean(buyer.vatId));
  const hint = state ? HINTS[state] : undefined;
  const isWrong = Object.keys(errors).some((name) => name.startsWith('billing.') || name === 'vatId');
  return (
    <details className={styles.part} open={asked.billing || isWrong || isKept || undefined}>
      <summary className={styles.more}>{text('checkoutInvoice')}</summary>
      {hasCompany ? null : <Company buyer={buyer} errors={errors} onChange={onChange} purpose="billing" />}
      <Line
        label={text('checkoutVatId')}
        value={buyer.vatId}
        error={errors.vatId}
        hint={hint && text(hint)}
        onChange={(vatId) => onChange({ vatId }, 'vatId')}
        onLeave={onVatId}
      />
      {asked.billing ? null : (
        <label className={styles.option}>
          <input type="checkbox" checked={isOther} onChange={(event) => onOther(event.target.checked)} />
          <span>{text(asked.address ? 'checkoutBillingOther' : 'checkoutBillingAdd')}</span>
        </label>
      )}
      {isOther || asked.billing ? (
        <fieldset className={styles.part}>
          <legend>{text('checkoutBilling')}</legend>
          <Line
            label={text('checkoutPayer')}
            autoComplete="billing name"
            value={billing.name}
            error={errors['billing.name']}
            onChange={(name) => onBilling({ name }, 'billing.name')}
          />
          <Line
            label={text('checkoutCompany')}
            autoComplete="billing organization"
            value={billing.company}
            error={errors['billing.company']}
            onChange={(company) => onBilling({ company }, 'billing.company')}
          />
          <AddressFields
            isBilling
            location={billing.address}
            errors={errors}
            onForm={onForm}
            onChange={(name, value) => onBilling({ address: { ...billing.address, [name]: value } }, `billing.${name}`)}
          />
        </fieldset>
      ) : null}
    </details>
  );
}

/** What the shop shall know. */
export function NoteField({ buyer, errors, onChange }: Omit<Props, 'asked'>) {
  return (
    <Field label={text('checkoutNote')} error={errors.note}>
      {(parts) => (
        <textarea
          {...parts}
          rows={3}
          maxLength={1000}
          value={buyer.note}
          onChange={(event) => onChange({ note: event.target.value }, 'note')}
        />
      )}
    </Field>
  );
}
