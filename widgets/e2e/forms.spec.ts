import { expect, test } from '@playwright/test';
import { fillContact } from './contact.ts';
import { OwnSite } from './ownSite.ts';

test.describe('a form on a generated page', () => {
  let site: OwnSite;
  test.beforeAll(async () => {
    site = await OwnSite.open({
      'site.json': (json) => {
        json.website.captchaSettings = { siteKey: '0xA-key-of-a-provider' };
      },
    });
  });
  test.afterAll(() => site.close());

  test('W-156 an error that the server finds stands above the title of its field', async ({ page }) => {
    // The page itself finds nothing: the address breaks on its way to the server.
    await page.route('**/SaveFormSubmission', async (route) => {
      const body = route.request().postData() ?? '';
      expect(body).toContain('ada@example.com');
      await route.continue({ postData: body.replace('ada@example.com', 'ada@') });
    });
    await page.goto(`${site.origin}/contact`);
    await fillContact(page);
    await page.getByRole('button', { name: 'Send message' }).click();
    const email = page.getByRole('textbox', { name: /e-?mail/i });
    await expect(email).toHaveAccessibleDescription(/Email Address is not valid/);
    expect(site.calls.find(({ path }) => path.endsWith('/SaveFormSubmission'))?.status).toBe(400);
    const field = page.locator('.form-field', { has: email });
    const error = await field.getByText(/Email Address is not valid/).boundingBox();
    const title = await field.locator('label').boundingBox();
    expect((error?.y ?? 0) + (error?.height ?? 0)).toBeLessThanOrEqual((title?.y ?? 0) + 0.5);
    // Of the other fields none says that it is wrong.
    await expect(page.locator('.field-error')).toHaveCount(1);
  });

  for (const [width, size] of [
    [319, 'compact'],
    [320, 'normal'],
  ] as const)
    test(`W-016 at ${width} px the provider of the captcha is asked for the size ${size}`, async ({ page }) => {
      await page.route('https://challenges.cloudflare.com/**', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `window.turnstile = {
            render: (element, options) => { element.textContent = 'captcha ' + options.size; return 1; },
            reset() {}, remove() {},
          };`,
        }),
      );
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${site.origin}/shop/seeded-rye`);
      const notice = page.locator('.product-restock-notification').first();
      await notice.getByRole('textbox').fill('early@example.com');
      await expect(notice.locator('.captcha-container')).toHaveText(`captcha ${size}`);
    });
});
