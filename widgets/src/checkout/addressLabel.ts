import type { AddressForm } from '../contract/types.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { text } from '../text/text.ts';

type Part = AddressForm['fields'][number];

const isKnown = (key: string): key is keyof typeof CHECKOUT_TEXTS => key in CHECKOUT_TEXTS;

/** What stands for a label that only a later server knows. */
const PLAIN: Record<Part['name'], keyof typeof CHECKOUT_TEXTS> = {
  line1: 'checkoutLine1',
  line2: 'checkoutLine2',
  district: 'addressDistrict',
  city: 'checkoutCity',
  region: 'checkoutRegion',
  postalCode: 'checkoutPostalCode',
};

/** The words over a field of an address, which the form of its country names. */
export const labelOf = ({ name, label }: Part): string => text(isKnown(label) ? label : PLAIN[name]);
