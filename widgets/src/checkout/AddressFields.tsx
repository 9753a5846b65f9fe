import { useMemo } from 'react';
import type { ShippingLocation } from '../contract/types.ts';
import { countries } from '../domain/country.ts';
import type { TextKey } from '../text/keys.ts';
import { locale, text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';
import type { CheckoutErrors } from './useCheckout.ts';

type Props = {
  location: ShippingLocation;
  errors: CheckoutErrors;
  onChange: (name: keyof ShippingLocation, value: string) => void;
  /** A part that decides on delivery was left: the server may be asked. */
  onSettled: () => void;
};

const LINES: readonly { name: keyof ShippingLocation; label: TextKey; autoComplete: string; required: boolean }[] = [
  { name: 'line1', label: 'checkoutLine1', autoComplete: 'shipping address-line1', required: true },
  { name: 'line2', label: 'checkoutLine2', autoComplete: 'shipping address-line2', required: false },
  { name: 'city', label: 'checkoutCity', autoComplete: 'shipping address-level2', required: true },
  { name: 'region', label: 'checkoutRegion', autoComplete: 'shipping address-level1', required: false },
  { name: 'postalCode', label: 'checkoutPostalCode', autoComplete: 'shipping postal-code', required: false },
];

/** Where the goods go: asked only when something is shipped. */
export function AddressFields({ location, errors, onChange, onSettled }: Props) {
  const list = useMemo(() => countries(locale()), []);
  return (
    <>
      <Field label={text('checkoutCountry')} error={errors.country} requiredMark={text('formRequiredMark')}>
        {(parts) => (
          <select
            {...parts}
            autoComplete="shipping country"
            value={location.country}
            onChange={(event) => onChange('country', event.target.value)}
            onBlur={onSettled}
          >
            {list.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {LINES.map(({ name, label, autoComplete, required }) => (
        <Field
          key={name}
          label={text(label)}
          error={errors[name]}
          requiredMark={required ? text('formRequiredMark') : undefined}
        >
          {(parts) => (
            <input
              {...parts}
              type="text"
              autoComplete={autoComplete}
              aria-required={required || undefined}
              value={location[name]}
              onChange={(event) => onChange(name, event.target.value)}
              onBlur={onSettled}
            />
          )}
        </Field>
      ))}
    </>
  );
}
