import { at, listAt, textAt } from '../core/json.ts';
import { amountOf, attributesOf, setPrice, VARIANTS } from '../core/product.ts';
import { useEdit, useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Switch } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';
import ui from '../ui/ui.module.css';
import { TextValue } from '../values/values.tsx';
import { MeasureField } from './MeasureField.tsx';
import { MoneyField } from './MoneyField.tsx';
import { StockField } from './StockField.tsx';

/** Each variant: its number, price, sale and stock. */
export function VariantTable({ path, currency, hasStock }: { path: string; currency: string; hasStock: boolean }) {
  const json = useJson(path);
  return (
    <div className={ui.stack}>
      {listAt(json, VARIANTS).map((variant, index) => {
        const place = `${VARIANTS}/${index}`;
        const name = Object.values(attributesOf(variant)).join(' / ') || textAt(variant, '/sku') || t('product.theOne');
        return (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: a sku may be changed while it is typed: the place is what stays
            key={index}
            className={styles.entry}
            aria-label={t('product.variant', { name })}
            data-pointer={place}
          >
            <strong>{name}</strong>
            <Variant path={path} place={place} currency={currency} hasStock={hasStock} />
          </section>
        );
      })}
    </div>
  );
}

function Variant({
  path,
  place,
  currency,
  hasStock,
}: {
  path: string;
  place: string;
  currency: string;
  hasStock: boolean;
}) {
  const variant = at(useJson(path), place);
  const edit = useEdit(path);
  const onSale = at(variant, '/onSale') === true;
  const unlimited = at(variant, '/unlimited') === true;
  const flag = (key: 'onSale' | 'unlimited') => (value: boolean) =>
    void edit(t(`product.${key}`), [{ op: 'set', pointer: `${place}/${key}`, value }]);
  const price = (key: 'price' | 'salePrice') => (
    <MoneyField
      label={t(`product.${key}`)}
      cents={amountOf(variant, key)}
      currency={currency}
      onChange={(cents) =>
        void edit(t(`product.${key}`), setPrice(place, key, cents, currency), `${path}#${place}/${key}`)
      }
      pointer={`${place}/${key}`}
    />
  );
  return (
    <>
      <div className={ui.row}>
        <TextValue path={path} pointer={`${place}/sku`} label={t('product.sku')} />
        {price('price')}
      </div>
      <Switch label={t('product.onSale')} isOn={onSale} onChange={flag('onSale')} />
      {onSale ? price('salePrice') : null}
      {hasStock ? (
        <>
          <MeasureField path={path} place={`${place}/measure`} />
          <Switch label={t('product.unlimited')} isOn={unlimited} onChange={flag('unlimited')} />
          {unlimited ? null : <StockField path={path} place={place} />}
        </>
      ) : null}
    </>
  );
}
