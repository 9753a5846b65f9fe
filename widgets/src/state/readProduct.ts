import type { Product, Variant } from '../contract/types.ts';
import { itemIdOf, productOf } from '../pageData.ts';

const variantOf = (wire: Partial<Variant>): Variant => ({
  sku: '',
  attributes: {},
  optionValues: [],
  price: 0,
  salePrice: 0,
  onSale: false,
  qtyInStock: 0,
  unlimited: false,
  shippingWeight: 0,
  ...wire,
});

/**
 * The product an element belongs to: from the page's data, else from what the formatters wrote into the markup
 * (`data-variants`, `data-product-type`), so that a template without page data still sells.
 */
export function readProduct(el: HTMLElement): Product | undefined {
  const id = itemIdOf(el);
  if (!id) return undefined;
  const known = productOf(id);
  if (known) return known;
  const written = document.querySelector<HTMLElement>(`.product-variants[data-item-id="${CSS.escape(id)}"]`);
  const button = document.querySelector<HTMLElement>(`[data-product-type][data-item-id="${CSS.escape(id)}"]`);
  const variants = (JSON.parse(written?.dataset.variants ?? '[]') as Partial<Variant>[]).map(variantOf);
  const ordering = [...(written?.querySelectorAll<HTMLElement>('select[data-variant-option-name]') ?? [])];
  return {
    id,
    collectionId: button?.dataset.collectionId ?? '',
    title: '',
    fullUrl: '',
    productType: (Number(button?.dataset.productType) || 1) as Product['productType'],
    variantOptionOrdering: ordering.map((select) => select.dataset.variantOptionName ?? ''),
    // Nothing is known of the stock: the server decides.
    variants: variants.length ? variants : [variantOf({ unlimited: true })],
    price: 0,
    salePrice: 0,
    onSale: false,
    isSubscribable: false,
    useCustomAddButtonText: false,
  };
}
