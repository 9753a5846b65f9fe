import { countries } from '../../core/countries.ts';
import { m } from '../../text/manage.ts';
import { editorLocale } from '../../text/text.ts';
import ui from '../../ui/ui.module.css';
import { ChoiceValue, FlagValue, NumberValue, TextValue } from '../../values/values.tsx';
import { Faults, SITE } from './Rows.tsx';

const FIELDS = ['name', 'line1', 'postalCode', 'city'] as const;
const NUMBERS = ['vatId', 'taxNumber', 'register', 'legal', 'contact', 'phone', 'email', 'exemption'] as const;
const INVOICES = ['paid', 'sent', 'never'] as const;

/** Who sells. */
export function Seller() {
  return (
    <>
      <p className={ui.help}>{m('who.help')}</p>
      <Faults pointer="/seller" />
      {FIELDS.map((field) => (
        <TextValue key={field} path={SITE} pointer={`/seller/${field}`} label={m(`who.${field}`)} />
      ))}
      <ChoiceValue path={SITE} pointer="/seller/country" label={m('tax.country')} choices={countries(editorLocale())} />
      {NUMBERS.map((field) => (
        <TextValue key={field} path={SITE} pointer={`/seller/${field}`} label={m(`who.${field}`)} />
      ))}
      <ChoiceValue
        path={SITE}
        pointer="/seller/invoices"
        label={m('who.invoices')}
        otherwise="paid"
        choices={INVOICES.map((value) => ({ value, label: m(`who.invoices.${value}`) }))}
      />
    </>
  );
}

const CHECKOUT = '/websiteSettings/storeSettings/checkout';
const ORDERS = '/websiteSettings/orderSettings';

/** What the checkout asks, and what follows an order. */
export function CheckoutFields() {
  return (
    <>
      <FlagValue path={SITE} pointer={`${CHECKOUT}/asksPhone`} label={m('ask.phone')} />
      <FlagValue path={SITE} pointer={`${CHECKOUT}/asksBillingAddress`} label={m('ask.billing')} />
      <FlagValue path={SITE} pointer={`${ORDERS}/shopperMayCancel`} label={m('ask.cancel')} otherwise />
      <FlagValue path={SITE} pointer={`${ORDERS}/letterToOwner`} label={m('ask.letter')} otherwise />
      <TextValue path={SITE} pointer={`${ORDERS}/email`} label={m('ask.email')} />
      <NumberValue path={SITE} pointer={`${ORDERS}/firstNumber`} label={m('ask.number')} least={1} otherwise={1001} />
    </>
  );
}
