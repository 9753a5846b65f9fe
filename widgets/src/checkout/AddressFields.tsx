import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { AddressForm, PlaceDetails, ShippingLocation } from '../contract/types.ts';
import { countries } from '../domain/country.ts';
import { locale, text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';
import type { Props as SuggestionsProps } from './AddressSuggestions.tsx';
import { labelOf } from './addressLabel.ts';
import type { CheckoutErrors } from './details.ts';
import { useAddressForm } from './useAddressForm.ts';

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
  onSettled?: () => void;
  /** The form of the country, once it is there. */
  onForm?: (form: AddressForm) => void;
  /** Nothing is shipped: only what the tax depends on is asked, beside the country. */
  forTax?: readonly (keyof ShippingLocation)[];
  /** The address of who pays, not of the delivery. */
  isBilling?: boolean;
};

const AUTOCOMPLETE = {
  line1: 'address-line1',
  line2: 'address-line2',
  district: 'address-level3',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
} as const;

/** Where the goods go, where the tax is due, or where who pays is: the fields of the country, in its order and words. */
export function AddressFields({ location, errors, onChange, onSettled, onForm, forTax, isBilling = false }: Props) {
  const list = useMemo(() => countries(locale()), []);
  // The same each time: 250 of them are not made anew with every letter that is typed beside them.
  const options = useMemo(
    () =>
      list.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      )),
    [list],
  );
  const form = useAddressForm(location.country);
  useEffect(() => onForm?.(form), [form, onForm]);
  const [line, setLine] = useState<HTMLInputElement | null>(null);
  const fillIn = ({ addressLine1, city, region, postalCode, countryCode }: PlaceDetails) => {
    if (list.some(({ code }) => code === countryCode)) onChange('country', countryCode ?? '');
    onChange('line1', addressLine1);
    onChange('city', city ?? '');
    onChange('region', region ?? '');
    onChange('postalCode', postalCode ?? '');
  };
  const purpose = isBilling ? 'billing' : 'shipping';
  const errorOf = (name: string) => errors[isBilling ? `billing.${name}` : name];
  return (
    <>
      <Field label={text('checkoutCountry')} error={errorOf('country')} requiredMark={text('formRequiredMark')}>
        {(parts) => (
          <select
            {...parts}
            autoComplete={`${purpose} country`}
            value={location.country}
            onChange={(event) => onChange('country', event.target.value)}
            onBlur={onSettled}
          >
            {options}
          </select>
        )}
      </Field>
      {form.fields
        .filter(({ name }) => forTax?.includes(name) ?? true)
        .map(({ name, label, required = false, choices = [], example }) => (
          <Field
            key={name}
            label={labelOf({ name, label })}
            error={errorOf(name)}
            requiredMark={required ? text('formRequiredMark') : undefined}
          >
            {(parts) => {
              const common = {
                ...parts,
                autoComplete: `${purpose} ${AUTOCOMPLETE[name]}`,
                'aria-required': required || undefined,
                value: location[name],
                onBlur: onSettled,
              };
              if (choices.length > 0)
                return (
                  <select {...common} onChange={(event) => onChange(name, event.target.value)}>
                    <option value="">{text('formSelect')}</option>
                    {/* What was typed, or filled in, may be the name of one of them: the server knows it. */}
                    {location[name] && !choices.some(({ code }) => code === location[name]) ? (
                      <option value={location[name]}>{location[name]}</option>
                    ) : null}
                    {choices.map((choice) => (
                      <option key={choice.code} value={choice.code}>
                        {choice.name}
                      </option>
                    ))}
                  </select>
                );
              return (
                <>
                  <input
                    {...common}
                    type="text"
                    placeholder={example ?? undefined}
                    onChange={(event) => onChange(name, event.target.value)}
                    onFocus={name === 'line1' && !isBilling ? (event) => setLine(event.currentTarget) : undefined}
                  />
                  {name === 'line1' && line ? (
                    <Suspense>
                      <AddressSuggestions input={line} onChoose={fillIn} />
                    </Suspense>
                  ) : null}
                </>
              );
            }}
          </Field>
        ))}
    </>
  );
}
