import { useEffect, useId, useRef } from 'react';
import type { Product } from '../contract/types.ts';
import { variantInStock } from '../domain/availability.ts';
import { PRODUCT_TYPE } from '../domain/productType.ts';
import { optionNames, priceOf, valueInStock, valuesOf } from '../domain/variant.ts';
import { merchandisingOf, money } from '../pageData.ts';
import { choiceAsked, choose } from '../state/product.ts';
import { useStore } from '../state/useStore.ts';
import { text } from '../text/text.ts';
import { useProduct } from './useProduct.ts';

type Props = { product: Product };

/**
 * One selector an option, for products with more than one variant (W-096…W-098). The markup is the formatter's:
 * a list and a row of buttons for the same choice, of which the template's CSS shows one.
 * A sold-out value says so and stays choosable, so that the restock form can be reached.
 */
export function VariantSelect({ product }: Props) {
  const { choice, variant } = useProduct(product);
  const asked = useStore(choiceAsked(product.id));
  const root = useRef<HTMLDivElement>(null);
  const group = useId();
  const isGiftCard = product.productType === PRODUCT_TYPE.giftCard;
  const soldOut = merchandisingOf(product.id).customSoldOutText || text('productSoldOutText');

  // The button was pressed with a choice missing: lead the shopper to it.
  useEffect(() => {
    if (asked === 0) return;
    const empty = [...(root.current?.querySelectorAll('select') ?? [])].find((select) => select.value === '');
    const shown = empty?.offsetParent ? empty : empty?.closest('.variant-option')?.querySelector<HTMLElement>('input');
    (shown ?? empty)?.focus();
  }, [asked]);

  if (product.variants.length < 2) return null;
  const label = (value: string, available: boolean) => (available ? value : text('optionSoldOut', { value, soldOut }));

  return (
    <div ref={root} style={{ display: 'contents' }}>
      {optionNames(product).map((option) => {
        const prompt = isGiftCard
          ? text('giftCardVariantSelectText')
          : text('productVariantSelectText', { variantName: option });
        const values = valuesOf(product, option).map((value) => ({
          value,
          label: label(value, valueInStock(product, choice.options, option, value)),
        }));
        const current = choice.options[option] ?? '';
        return (
          <div className="variant-option" key={option}>
            <div className="variant-option-title">{`${isGiftCard ? text('giftCardValueDisplayText') : option}: `}</div>
            <div className="variant-select-wrapper">
              <select
                aria-label={prompt}
                data-variant-option-name={option}
                data-replay={`select-${option}`}
                value={current}
                onChange={(event) => choose(product.id, option, event.target.value)}
              >
                <option value="">{prompt}</option>
                {values.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
            <div
              className="variant-radiobtn-wrapper"
              role="radiogroup"
              aria-label={prompt}
              data-variant-option-name={option}
            >
              {values.map(({ value, label }, index) => {
                const id = `${group}-${option}-${index}`;
                return [
                  <input
                    key={`${value} input`}
                    type="radio"
                    className="variant-radiobtn"
                    id={id}
                    name={`${group}-${option}`}
                    value={value}
                    checked={current === value}
                    onChange={() => choose(product.id, option, value)}
                  />,
                  <label key={`${value} label`} className="sqs-button-element--secondary" htmlFor={id}>
                    {label}
                  </label>,
                ];
              })}
            </div>
          </div>
        );
      })}
      <span role="status" className="loggia-visually-hidden">
        {variant
          ? [
              ...Object.values(variant.attributes),
              money(priceOf(variant)),
              ...(variantInStock(product.productType, variant) ? [] : [soldOut]),
            ].join(', ')
          : ''}
      </span>
    </div>
  );
}
