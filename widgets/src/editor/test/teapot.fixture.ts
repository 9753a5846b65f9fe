import type { Json } from '../core/json.ts';

const variant = (size: string, price: number): Json => ({
  sku: `TEA-${size.charAt(0)}`,
  attributes: { Size: size },
  optionValues: [{ value: size }],
  price,
  onSale: false,
  qtyInStock: 4,
});

/** A product of two sizes, as its file says it. */
export const TEAPOT: Json = {
  id: 'teapot',
  title: 'Teapot',
  name: 'Teapot',
  urlId: 'teapot',
  recordType: 11,
  tags: ['clay'],
  structuredContent: {
    productType: 1,
    variantOptionOrdering: ['Size'],
    variants: [variant('Small', 2000), variant('Large', 3200)],
  },
};
