// Fills a new database with the catalogue of the comparison.
const fs = require('node:fs');
const { bootstrap, JobQueueService } = require('@vendure/core');
const { populate } = require('@vendure/core/cli');
const { config } = require('./config.cjs');

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Americas',
  countries: [{ name: 'United States', code: 'US', zone: 'Americas' }],
  taxRates: [{ name: 'Standard Tax', percentage: 20 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [
    {
      name: 'Standard Payment',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
};

(async () => {
  const products = JSON.parse(fs.readFileSync(process.env.BENCH_PRODUCTS, 'utf8'));
  const rows = ['name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets'];
  for (const product of products) {
    product.variants.forEach((variant, index) => {
      const head = index === 0 ? `${product.title},${product.id},,,,size` : ',,,,,';
      rows.push(`${head},${variant.size},${variant.sku},${variant.price},standard,${variant.stock},true,,`);
    });
  }
  const file = `${process.env.BENCH_PRODUCTS}.csv`;
  fs.writeFileSync(file, `${rows.join('\n')}\n`);
  const start = async () => {
    const app = await bootstrap(config);
    await app.get(JobQueueService).start();
    return app;
  };
  const app = await populate(start, initialData, file);
  await app.close();
  process.exit(0);
})().catch((fault) => {
  console.error(fault);
  process.exit(1);
});
