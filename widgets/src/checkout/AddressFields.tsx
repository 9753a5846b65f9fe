import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import type { PlaceDetails, ShippingLocation } from '../contract/types.ts';
import { countries } from '../domain/country.ts';
import type { TextKey } from '../text/keys.ts';
import { locale, text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';
import type { Props as SuggestionsProps } from './AddressSuggestions.tsx';
import type { CheckoutErrors } from './useCheckout.ts';

// It comes with the first touch of the line; without it an address is typed, as ever.
const AddressSuggestions = lazy<ComponentType<SuggestionsProps>>(() =>
  import('./AddressSuggestions.tsx').then(
    (loaded) => ({ default: loaded.AddressSuggestions }),
    () => ({ default: () => null }),
  ),
);

type Props = {
  location: ShippingLocation;
  errors: CheckoutErrors;
  onChange: (name: keyof ShippingLocation, value: string) => void;
  /** A part that decides on delivery was left: the server may be asked. */
  onSettled: () => void;
  /** Nothing is shipped: only what the tax depends on is asked. */
  forTax?: boolean;
};

const LINES: readonly { name: keyof ShippingLocation; label: TextKey; autoComplete: string; required: boolean }[] = [
  { name: 'line1', label: 'checkoutLine1', autoComplete: 'shipping address-line1', required: true },
  { name: 'line2', label: 'checkoutLine2', autoComplete: 'shipping address-line2', required: false },
  { name: 'city', label: 'checkoutCity', autoComplete: 'shipping address-level2', required: true },
  { name: 'region', label: 'checkoutRegion', autoComplete: 'shipping address-level1', required: false },
  { name: 'postalCode', label: 'checkoutPostalCode', autoComplete: 'shipping postal-code', required: false },
];

/** Where the goods go, or where the tax is due: asked only when something is shipped or the tax depends on it. */
export function AddressFields({ location, errors, onChange, onSettled, forTax = false }: Props) {
  const list = useMemo(() => countries(locale()), []);
  const [line, setLine] = useState<HTMLInputElement | null>(null);
  const fillIn = ({ addressLine1, city, region, postalCode, countryCode }: PlaceDetails) => {
    if (list.some(({ code }) => code === countryCode)) onChange('country', countryCode ?? '');
    onChange('line1', addressLine1);
    onChange('city', city ?? '');
    onChange('region', region ?? '');
    onChange('postalCode', postalCode ?? '');
  };
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
      {LINES.filter(({ name }) => !forTax || name === 'region').map(({ name, label, autoComplete, required }) => (
        <Field
          key={name}
          label={text(label)}
          error={errors[name]}
          requiredMark={required ? text('formRequiredMark') : undefined}
        >
          {(parts) => (
            <>
              <input
                {...parts}
                type="text"
                autoComplete={autoComplete}
                aria-required={required || undefined}
                value={location[name]}
                onChange={(event) => onChange(name, event.target.value)}
                onFocus={name === 'line1' ? (event) => setLine(event.currentTarget) : undefined}
                onBlur={onSettled}
              />
              {name === 'line1' && line ? (
                <Suspense>
                  <AddressSuggestions input={line} onChoose={fillIn} />
                </Suspense>
              ) : null}
            </>
          )}
        </Field>
      ))}
    </>
  );
}
