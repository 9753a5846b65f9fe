import { useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { at, listAt, textAt } from '../core/json.ts';
import { amountOf, attributesOf, setPrice, VARIANTS } from '../core/product.ts';
import { ImageField } from '../files/ImageField.tsx';
import { useEdit, useJson } from '../state/context.ts';
import { $route } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Switch } from '../ui/fields.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from '../ui/rows.module.css';
import { Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { TextValue } from '../values/values.tsx';
import { MeasureField } from './MeasureField.tsx';
import { MoneyField } from './MoneyField.tsx';
import { StockField } from './StockField.tsx';

const VariantSheet = lazyPart(
  () => import('../variants/VariantSheet.tsx').then((room) => room.VariantSheet),
  () => <Loading />,
);

/** The variant that something of the page, or a fault, leads to. */
const meant = (place = ''): number => Number(/^\/structuredContent\/variants\/(\d+)/.exec(place)?.[1] ?? 0);

/**
 * The variants: several as a table, and of the one that is chosen in it all that there is to say: its number, price, sale,
 * stock and picture.
 */
export function VariantTable({ path, currency, hasStock }: { path: string; currency: string; hasStock: boolean }) {
  const json = useJson(path);
  const { at: place } = useStore($route).params;
  const [chosen, setChosen] = useState(() => meant(place));
  const [followed, setFollowed] = useState(place);
  if (place !== followed) {
    setFollowed(place);
    setChosen(meant(place));
  }
  const variants = listAt(json, VARIANTS);
  const shown = Math.min(chosen, variants.length - 1);
  return (
    <div className={ui.stack}>
      {variants.length > 1 ? <VariantSheet path={path} currency={currency} onActive={setChosen} /> : null}
      {variants.map((variant, index) => {
        if (index !== shown) return null;
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
            <Variant
              path={path}
              place={place}
              currency={currency}
              hasStock={hasStock}
              hasPicture={variants.length > 1}
            />
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
  hasPicture,
}: {
  path: string;
  place: string;
  currency: string;
  hasStock: boolean;
  /** Of its own, beside that of the product. */
  hasPicture: boolean;
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
      {hasPicture ? <ImageField label={t('field.mainImage')} path={path} pointer={`${place}/mainImage`} /> : null}
    </>
  );
}
