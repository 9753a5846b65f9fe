import { expect, settled, test } from './shop.ts';

type Data = {
  featureFlags: Record<string, boolean>;
  storeSettings: { installments: Record<string, unknown> };
  products: { product: { id: string }; installment?: unknown }[];
};

/** What the owner of a shop with payments by installments has set; the sample shops have none. */
function withInstallments(html: string): string {
  const [whole = '', opening = '', json = ''] =
    /(<script[^>]*id="?loggia-page-data"?[^>]*>)(.*?)<\/script>/s.exec(html) ?? [];
  const data = JSON.parse(json) as Data;
  data.featureFlags.installmentPaymentPdp = true;
  Object.assign(data.storeSettings.installments, { mainBrand: 'Quarterly', popupBaseUrl: '/about-installments' });
  const [first] = data.products;
  if (!first) throw new Error('The page has no product.');
  const amount = (value: string) => ({ value, currency: 'USD' });
  first.installment = {
    afterPayAvailable: true,
    afterPayMin: amount('1.00'),
    afterPayMax: amount('1000.00'),
    shopperLanguage: 'en',
    stripeAccountCountry: 'US',
  };
  const place = `<div data-widget="installments" data-item-id="${first.product.id}"></div>`;
  return html
    .replace(whole, () => `${opening}${JSON.stringify(data)}</script>`)
    .replace('</h1>', () => `</h1>${place}`);
}

test('W-109 W-110 W-111 the popup about installments closes on Escape, by its button, and on a click beside it', async ({
  page,
}) => {
  await page.route('**/shop/country-sourdough', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: withInstallments(await answer.text()) });
  });
  await page.route('**/about-installments/en_US.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>How it works</p>' }),
  );
  await page.goto('/shop/country-sourdough');
  await settled(page);
  const opener = page.getByRole('button', { name: 'About Quarterly' });
  const popup = page.getByRole('dialog', { name: 'About Quarterly' });
  const open = async () => {
    await opener.click();
    await expect(popup).toBeVisible();
  };
  await open();
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(opener).toBeFocused();
  await open();
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toHaveCount(0);
  await open();
  await page.mouse.click(5, 5);
  await expect(popup).toHaveCount(0);
});
