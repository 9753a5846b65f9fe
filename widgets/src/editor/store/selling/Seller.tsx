import { countries } from '../../core/countries.ts';
import { sparse } from '../../core/sparse.ts';
import { LinkField } from '../../link/LinkEditor.tsx';
import { s } from '../../product/text.ts';
import { useEdit, useJson, useText } from '../../state/context.ts';
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
      <FlagValue path={SITE} pointer={`${CHECKOUT}/giftMessage`} label={s('gift')} />
      <Terms />
      <FlagValue path={SITE} pointer={`${ORDERS}/shopperMayCancel`} label={m('ask.cancel')} otherwise />
      <NumberValue path={SITE} pointer={`${ORDERS}/returnDays`} label={m('ask.returns')} least={0} otherwise={0} />
      <FlagValue path={SITE} pointer={`${ORDERS}/letterToOwner`} label={m('ask.letter')} otherwise />
      <FlagValue path={SITE} pointer={`${ORDERS}/weeklyLetter`} label={m('ask.weekly')} />
      <TextValue path={SITE} pointer={`${ORDERS}/email`} label={m('ask.email')} />
      <NumberValue path={SITE} pointer={`${ORDERS}/firstNumber`} label={m('ask.number')} least={1} otherwise={1001} />
    </>
  );
}

/** The page of the terms; without one nobody is asked to agree to any. */
function Terms() {
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const place = `${CHECKOUT}/terms/page`;
  const [page] = useText(SITE, place, s('terms'));
  return (
    <>
      <Faults pointer={`${CHECKOUT}/terms`} inside />
      <LinkField
        label={s('terms')}
        value={page}
        onChange={(value) => {
          const edits = sparse(json, `${CHECKOUT}/terms`, place, value);
          if (edits.length > 0) edit(s('terms'), edits);
        }}
        pointer={place}
      />
    </>
  );
}
