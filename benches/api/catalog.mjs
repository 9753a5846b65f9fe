// One catalogue for both: 200 products of two sizes, more in stock than any run can buy.

/** @returns {{id: string, title: string, variants: {sku: string, size: string, price: number, stock: number}[]}[]} */
export function products() {
  return Array.from({ length: 200 }, (_, index) => {
    const number = index + 1;
    return {
      id: `mug-${number}`,
      title: `Mug ${number}`,
      variants: [
        { sku: `SKU${number}S`, size: 'small', price: 1000 + number, stock: 100_000_000 },
        { sku: `SKU${number}L`, size: 'large', price: 1200 + number, stock: 100_000_000 },
      ],
    };
  });
}

/** The same as our generator would write it, with the same tax and shipping. */
export function catalog() {
  return {
    version: 1,
    buildId: 'bench',
    website: { id: 'bench', title: 'Bench', baseUrl: 'https://shop.example', timeZone: 'UTC' },
    storeSettings: {},
    products: products().map(({ id, title, variants }) => ({
      id,
      title,
      fullUrl: `/shop/${id}`,
      productType: 1,
      variantOptionOrdering: ['Size'],
      variants: variants.map(({ sku, size, price, stock }) => ({ sku, attributes: { Size: size }, price, qtyInStock: stock })),
    })),
    shippingOptions: [{ id: 'post', name: 'Standard Shipping', costCents: 500, countries: ['US'] }],
    taxRules: [{ country: 'US', rate: '20' }],
  };
}
