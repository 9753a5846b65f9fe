import { useEffect, useState } from 'react';
import { checkoutCalls } from '../client/checkout.ts';
import type { AddressForm } from '../contract/types.ts';

/** Forms that were asked for, by their countries: one is asked for once a page. */
const asked = new Map<string, Promise<AddressForm>>();

function formOf(country: string): Promise<AddressForm> {
  const known = asked.get(country);
  if (known) return known;
  const form = checkoutCalls.addressForm(country);
  asked.set(country, form);
  // What failed may work the next time.
  form.catch(() => asked.delete(country));
  return form;
}

/** What stands there until a country's own form has come, and when it never does: the server checks all the same. */
const PLAIN: AddressForm = {
  country: '',
  fields: [
    { name: 'line1', label: 'checkoutLine1', required: true },
    { name: 'line2', label: 'checkoutLine2' },
    { name: 'city', label: 'checkoutCity', required: true },
    { name: 'region', label: 'checkoutRegion' },
    { name: 'postalCode', label: 'checkoutPostalCode' },
  ],
};

/** The form for an address of a country; the one before stays until it has come. */
export function useAddressForm(country: string): AddressForm {
  const [form, setForm] = useState<AddressForm>(PLAIN);
  useEffect(() => {
    let gone = false;
    formOf(country).then(
      (found) => {
        if (!gone) setForm(found);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [country]);
  return form;
}
