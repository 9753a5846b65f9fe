import { at, isObject, listAt } from '../core/json.ts';
import {
  hasStock,
  isPricedAsWhole,
  isWholeOnSale,
  maySubscribe,
  PRODUCT_TYPES,
  type ProductTypeName,
  setWholeOnSale,
  setWholePrice,
  VARIANTS,
  wholeAmountOf,
} from '../core/product.ts';
import { PickFile } from '../files/PickFile.tsx';
import { useEdit, useJson, useSite, useText } from '../state/context.ts';
import { currencyIn } from '../state/currencyOf.ts';
import { t } from '../text/words.ts';
import { Select, Switch } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { ChoiceValue, FlagValue, NumberValue, TextValue } from '../values/values.tsx';
import { MoneyField } from './MoneyField.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import { Safety } from './Safety.tsx';
import { s } from './text.ts';
import { VariantTable } from './VariantTable.tsx';

const SHOP = '/structuredContent';
const NAMES = Object.keys(PRODUCT_TYPES) as ProductTypeName[];

/** What is sold: its kind, price, variants, stock, subscription, and what is asked before it goes into the cart (E-124). */
export function ProductFields({ path }: { path: string }) {
  const json = useJson(path);
  const edit = useEdit(path);
  const site = useSite();
  const currency = currencyIn(useJson('site.json'));
  const type = Number(at(json, `${SHOP}/productType`) ?? PRODUCT_TYPES.physical);
  const name = NAMES.find((one) => PRODUCT_TYPES[one] === type) ?? 'physical';
  const subscribable = at(json, `${SHOP}/isSubscribable`) === true;
  const setType = (next: ProductTypeName) => {
    const code = PRODUCT_TYPES[next];
    edit(t('product.type'), [
      { op: 'set', pointer: `${SHOP}/productType`, value: code },
      // What only other kinds may be goes with the kind (E-127).
      ...(subscribable && !maySubscribe(code)
        ? [{ op: 'set' as const, pointer: `${SHOP}/isSubscribable`, value: false }]
        : []),
    ]);
  };
  return (
    <>
      <Select<ProductTypeName>
        label={t('product.type')}
        value={name}
        choices={NAMES.map((value) => ({ value, label: t(`product.type.${value}`) }))}
        onChange={setType}
        pointer={`${SHOP}/productType`}
      />
      {isPricedAsWhole(type) ? (
        <>
          <MoneyField
            label={t('product.price')}
            cents={wholeAmountOf(json, 'price')}
            currency={currency}
            onChange={(cents) =>
              void edit(t('product.price'), setWholePrice(json, 'price', cents, currency), `${path}#price`)
            }
          />
          <Switch
            label={t('product.onSale')}
            isOn={isWholeOnSale(json)}
            onChange={(isOn) => void edit(t('product.onSale'), setWholeOnSale(json, isOn, currency))}
          />
          {isWholeOnSale(json) ? (
            <MoneyField
              label={t('product.salePrice')}
              cents={wholeAmountOf(json, 'salePrice')}
              currency={currency}
              onChange={(cents) =>
                void edit(
                  t('product.salePrice'),
                  setWholePrice(json, 'salePrice', cents, currency),
                  `${path}#salePrice`,
                )
              }
            />
          ) : null}
          <DigitalFile path={path} />
        </>
      ) : (
        <>
          <OptionsEditor path={path} currency={currency} isGiftCard={name === 'giftCard'} />
          <VariantTable path={path} currency={currency} hasStock={hasStock(type)} />
        </>
      )}
      {maySubscribe(type) ? (
        <>
          <Switch
            label={t('product.subscribable')}
            isOn={subscribable}
            onChange={(isOn) =>
              void edit(t('product.subscribable'), [
                { op: 'set', pointer: `${SHOP}/isSubscribable`, value: isOn },
                ...(isOn && !isObject(at(json, `${SHOP}/subscriptionPlan`))
                  ? [
                      {
                        op: 'set' as const,
                        pointer: `${SHOP}/subscriptionPlan`,
                        value: { billingPeriod: { value: 1, unit: 'MONTH' }, numBillingCycles: 0 },
                      },
                    ]
                  : []),
              ])
            }
          />
          {subscribable ? <Plan path={path} /> : null}
        </>
      ) : null}
      <ChoiceValue
        path={path}
        pointer={`${SHOP}/additionalFieldsFormId`}
        label={t('product.form')}
        choices={[
          { value: '', label: t('product.noForm') },
          ...site.forms.map(({ id, name: title }) => ({ value: id, label: title })),
        ]}
        otherwise=""
      />
      <FlagValue path={path} pointer={`${SHOP}/useCustomAddButtonText`} label={t('product.customButton')} />
      {at(json, `${SHOP}/useCustomAddButtonText`) === true ? (
        <TextValue path={path} pointer={`${SHOP}/customAddButtonText`} label={t('product.buttonText')} />
      ) : null}
      {hasStock(type) ? (
        <details>
          <summary>{s('safetyOne')}</summary>
          <div className={ui.stack}>
            <Safety path={path} root={`${SHOP}/productSafety`} />
          </div>
        </details>
      ) : null}
      <p className={ui.help}>{t('product.variantCount', { n: listAt(json, VARIANTS).length })}</p>
    </>
  );
}

function Plan({ path }: { path: string }) {
  const plan = `${SHOP}/subscriptionPlan`;
  return (
    <div className={ui.row}>
      <NumberValue
        path={path}
        pointer={`${plan}/billingPeriod/value`}
        label={t('product.every')}
        least={1}
        most={52}
        otherwise={1}
      />
      <ChoiceValue
        path={path}
        pointer={`${plan}/billingPeriod/unit`}
        label={t('product.unit')}
        choices={(['WEEK', 'MONTH', 'YEAR'] as const).map((value) => ({ value, label: t(`product.unit.${value}`) }))}
        otherwise="MONTH"
      />
      <NumberValue path={path} pointer={`${plan}/numBillingCycles`} label={t('product.cycles')} least={0} most={999} />
    </div>
  );
}

/** What is downloaded once it is paid. */
function DigitalFile({ path }: { path: string }) {
  const [value, set] = useText(path, `${SHOP}/digitalGood/assetUrl`, t('product.file'));
  return <PickFile label={t('product.file')} value={value} onChange={(file) => set(file.url)} />;
}
