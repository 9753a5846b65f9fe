import type { ProductsPage } from '../client/wire.ts';
import type { Json } from '../core/json.ts';

/** A product with words. */
export const OFFERED: Json = { tags: ['rye', 'oat'] };

const product = (index: number): ProductsPage['products'][number] => ({
  path: `content/shop/${index}.json`,
  id: `p${index}`,
  url: `/shop/${index}`,
  json: {
    title: `Product ${index}`,
    tags: ['many'],
    structuredContent: {
      productType: 1,
      variants: [
        { sku: `P${index}`, attributes: {}, price: 100 + (index % 900), onSale: false, qtyInStock: index % 7 },
      ],
    },
  },
});

/** Ten thousand products, as the server lists them. */
export const MANY: ProductsPage = {
  products: Array.from({ length: 10_000 }, (_, index) => product(index)),
  total: 10_000,
};
