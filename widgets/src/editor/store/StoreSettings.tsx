import { CURRENCIES, currencyName, DEFAULT_CURRENCY } from '../core/currency.ts';
import { at } from '../core/json.ts';
import { MoneyField } from '../product/MoneyField.tsx';
import { useEdit, useJson, useOpened, useSite } from '../state/context.ts';
import { CURRENCY, currencyIn } from '../state/currencyOf.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { CannotLoad, Loading } from '../ui/states.tsx';
import { ChoiceValue, FlagValue, LinkValue } from '../values/values.tsx';

const SITE = 'site.json';
const STORE = '/websiteSettings/storeSettings';

/** What the store counts in, and how one buys (E-126). */
export function StoreSettings() {
  const opened = useOpened(SITE);
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const { codes } = useSite();
  if (opened.is === 'loading') return <Loading />;
  if (opened.is === 'failed') return <CannotLoad retry={opened.retry} />;
  const currencies = codes.currencies.length > 0 ? codes.currencies : CURRENCIES;
  const minimum = `${STORE}/minimumOrderSubtotalCents`;
  return (
    <>
      <ChoiceValue
        path={SITE}
        pointer={CURRENCY}
        label={t('store.currency')}
        choices={currencies.map((code) => ({ value: code, label: currencyName(code, editorLocale()) }))}
        otherwise={DEFAULT_CURRENCY}
      />
      <MoneyField
        label={t('store.minimum')}
        cents={Number(at(json, minimum) ?? 0)}
        currency={currencyIn(json)}
        onChange={(cents) => void edit(t('store.minimum'), [{ op: 'set', pointer: minimum, value: cents }], minimum)}
      />
      <FlagValue path={SITE} pointer={`${STORE}/expressCheckoutEnabled`} label={t('store.express')} />
      <FlagValue
        path={SITE}
        pointer={`${STORE}/multipleQuantityAllowedForServices`}
        label={t('store.services')}
        otherwise
      />
      <FlagValue path={SITE} pointer={`${STORE}/productReviewsEnabled`} label={t('store.reviews')} />
      <LinkValue path={SITE} pointer={`${STORE}/continueShoppingUrl`} label={t('store.continue')} />
    </>
  );
}
