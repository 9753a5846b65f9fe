import { override } from './text.ts';

/** What is wrong with a field of the checkout, word for word as `commerce/src/detail.rs` says it; `detail.json` holds both. */
export const DETAIL_TEXTS = {
  'recipient-missing': "Please enter the recipient's name.",
  'shipping-location-missing': 'Required',
  'country-unknown': 'Please select a country.',
  'state-missing': 'Please select a state or region.',
  'state-unknown': 'There is no such state or region in this country.',
  'postal-code-missing': 'Please enter a postal code.',
  'postal-code-invalid': 'This is not a postal code of the country.',
  'address-too-long': 'A line of the address is too long: it may have 200 characters.',
  'text-too-long': 'This is too long.',
  'phone-missing': 'Please enter a phone number: the delivery needs it.',
  'phone-invalid': "This is not a phone number. One of another country begins with + and the country's code.",
  'vat-id-invalid': "This is not a VAT number. One begins with the country's code, such as DE136695976.",
  'payer-missing': 'Please enter the name of who pays.',
  'company-missing': 'Please enter the company that has this VAT number.',
  'window-missing': 'Please choose a day and a time.',
  'window-unavailable': 'This time is not available any more. Please choose another one.',
  'terms-missing': 'Please agree to the terms of the shop.',
  'terms-changed': 'The terms of the shop changed. Please load this page anew, read them and agree again.',
} as const;

export type DetailProblem = keyof typeof DETAIL_TEXTS;

export const detailText = (problem: DetailProblem): string => override(`detail.${problem}`, DETAIL_TEXTS[problem], {});
