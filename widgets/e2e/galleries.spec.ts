import { expect, expectNoAxeViolation, test } from './shop.ts';

test.use({ site: 'site-fixtures/atlas' });

test('W-203: the four designs of a gallery stand on their page', async ({ page }) => {
  await page.goto('/galleries');
  for (const design of ['grid', 'slideshow', 'slider', 'stacked'])
    await expect(page.locator(`.sqs-gallery-container[data-design=${design}]`).first()).toBeAttached();
  await expectNoAxeViolation(page);
});

test('W-207: a caption that waits for the pointer is unseen until it comes; any other is always there', async ({
  page,
}) => {
  await page.goto('/galleries');
  const caption = (gallery: string) => page.locator(`.sqs-gallery-container${gallery} figcaption`).first();
  const onHover = '[data-options*=\'"show-meta-on-hover":true\']';
  await expect(caption(onHover)).toHaveCSS('opacity', '0');
  await page.locator(`.sqs-gallery-container${onHover} .sqs-gallery-item`).first().hover();
  await expect(caption(onHover)).toHaveCSS('opacity', '1');
  await expect(caption(':not([data-options*=\'"show-meta-on-hover":true\'])')).toHaveCSS('opacity', '1');
});

test('W-210: a picture of 400 px is the 500 px variant, and what matters in it stays in sight', async ({ page }) => {
  // A quarter of the window for each picture of the grid.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/galleries');
  const picture = page.getByAltText('A map of Long Moor in greens, with small dark lakes').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((el) => (el as HTMLImageElement).currentSrc))
    .toMatch(/-500w\.[0-9a-f]+\.webp$/);
  expect(await picture.evaluate((el) => getComputedStyle(el).objectFit)).toBe('cover');
  await expect(picture).toHaveCSS('object-position', '30% 60%');
});

test('W-122 W-123 Escape and the close control close a picture that was opened large; the focus goes back to it', async ({
  page,
}) => {
  await page.goto('/plates');
  const picture = page.locator('.sqs-gallery-item img').first();
  const large = page.getByRole('dialog');
  await picture.click();
  await expect(large).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(picture).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(large).toBeVisible();
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(large).toHaveCount(0);
});
