import type { Locator } from '@playwright/test';
import { addSourdough, expect, fillCheckout, settled, test } from './shop.ts';

/** What a template might say, in selectors of the least weight there is: elements, and the classes of the language. */
const OWN = `
  button, .sqs-add-to-cart-button { background: rgb(0, 90, 60); color: rgb(255, 250, 240); border-radius: 21px; font-family: Georgia; }
  select, input { border-radius: 13px; border-color: rgb(0, 90, 60); }
  dialog { background: rgb(250, 240, 220); color: rgb(60, 30, 0); border-radius: 17px; }
  h1 { color: rgb(120, 0, 60); }
  table th { font-family: Georgia; }
`;

const styleOf = (locator: Locator, names: string[]) =>
  locator.evaluate((element, names) => {
    const style = getComputedStyle(element);
    return names.map((name) => style.getPropertyValue(name));
  }, names);
const LOOK = ['background-color', 'color', 'border-top-left-radius', 'font-family'];
const TEMPLATE = ['rgb(0, 90, 60)', 'rgb(255, 250, 240)', '21px', 'Georgia'];

test.describe('W-001: the template’s own style sheet has the last word on every widget', () => {
  test.beforeEach(async ({ page }) => {
    // As a template's: a sheet in no layer, before ours in the page.
    await page.route('**/assets/site.*.css', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()) + OWN });
    });
  });

  test('on a product: the button before and after its code, selectors, and what says no', async ({ page }) => {
    await page.goto('/shop/country-sourdough');
    const article = page.locator('article.product');
    const button = article.locator('.sqs-add-to-cart-button');
    expect(await styleOf(button, LOOK)).toEqual(TEMPLATE);
    await article.getByRole('combobox', { name: 'Size' }).selectOption('Small');
    await settled(page);
    await expect(article.locator('button.sqs-add-to-cart-button')).toBeVisible();
    expect(await styleOf(button, LOOK)).toEqual(TEMPLATE);
    const select = article.getByRole('combobox', { name: 'Size' });
    expect(await styleOf(select, ['border-top-left-radius', 'border-top-color'])).toEqual(['13px', 'rgb(0, 90, 60)']);
    await button.click();
    const alert = page.getByRole('alertdialog');
    expect(await styleOf(alert, ['background-color', 'color', 'border-top-left-radius'])).toEqual([
      'rgb(250, 240, 220)',
      'rgb(60, 30, 0)',
      '17px',
    ]);
    expect(await styleOf(alert.getByRole('button', { name: 'OK' }), LOOK)).toEqual(TEMPLATE);
  });

  test('in the cart and at the checkout', async ({ page }) => {
    await addSourdough(page, 2);
    await page.goto('/cart');
    expect(await styleOf(page.getByRole('button', { name: 'Checkout' }), LOOK)).toEqual(TEMPLATE);
    expect(await styleOf(page.getByRole('button', { name: 'Apply' }), LOOK)).toEqual(TEMPLATE);
    expect(await styleOf(page.getByRole('heading', { level: 1 }), ['color'])).toEqual(['rgb(120, 0, 60)']);
    expect(await styleOf(page.getByRole('columnheader').first(), ['font-family'])).toEqual(['Georgia']);
    await page.goto('/checkout');
    await fillCheckout(page, 'style@example.com');
    expect(await styleOf(page.getByRole('button', { name: /^Pay/ }), LOOK)).toEqual(TEMPLATE);
    expect(await styleOf(page.getByLabel('Email'), ['border-top-left-radius'])).toEqual(['13px']);
  });
});
