import { expect, test } from './shop.ts';

// A template whose scripts call the platform's: YUI's nodes and events, a slideshow, a lightbox, lazy pictures.
test.use({ site: 'site-fixtures/strangers/scripts' });

test('scripts in the head and in the page find what they call', async ({ page, noise }) => {
  await page.goto('/');
  await expect(page.locator('body.inline-ran')).toHaveCount(1);
  await expect(page.locator('.life')).toHaveText('began');
  await expect(page.locator('.money')).toHaveText('£12.50 22');
  await expect(page.locator('.size')).toHaveText('1280');
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(page.locator('.size')).toHaveText('700');
  await page.locator('.fetch').click();
  await expect(page.locator('.fetched')).toHaveText('What was fetched.');
  expect(noise).toEqual([]);
});

test('a menu opens and closes', async ({ page, noise }) => {
  await page.goto('/');
  const subnav = page.locator('.subnav');
  const height = () => subnav.evaluate((element) => (element as HTMLElement).offsetHeight);
  expect(await height()).toBe(0);
  await page.locator('.toggle').press('Enter');
  await expect(page.locator('.folder.open')).toHaveCount(1);
  expect(await height()).toBeGreaterThan(20);
  await page.locator('.toggle').click();
  await expect(page.locator('.folder.open')).toHaveCount(0);
  expect(await height()).toBe(0);
  expect(noise).toEqual([]);
});

test('a slideshow goes on by arrow, dot and key, and its address leads back', async ({ page, noise }) => {
  await page.goto('/works');
  const now = page.locator('.now');
  const seen = page.locator('.sqs-active-slide');
  await expect(now).toHaveText('1');
  await expect(page.locator('.all')).toHaveText('4');
  await page.locator('.next').click();
  await expect(now).toHaveText('2');
  await expect(seen).toHaveAttribute('data-slide-id', 'sky-2');
  await expect(page.locator('body')).toHaveAttribute('data-at', '1');
  expect(page.url()).toContain('#itemId=sky-2');
  await page.keyboard.press('ArrowRight');
  await expect(now).toHaveText('3');
  await page.locator('.dots span').first().press('Enter');
  await expect(now).toHaveText('1');
  await page.locator('.previous').focus();
  await page.keyboard.press('Enter');
  await expect(now).toHaveText('4');
  await page.reload();
  await expect(now).toHaveText('4');
  const shown = () =>
    page.locator('.slide').evaluateAll((all) => all.map((one) => getComputedStyle(one).visibility === 'visible'));
  expect(await shown()).toEqual([false, false, false, true]);
  expect(noise).toEqual([]);
});

test('a lightbox opens, goes on, and is closed by Escape and by its button', async ({ page, noise }) => {
  await page.goto('/works');
  const picture = page.locator('dialog img');
  await page.locator('.thumb').nth(1).click();
  await expect(picture).toHaveAttribute('alt', 'Noon');
  await page.keyboard.press('ArrowRight');
  await expect(picture).toHaveAttribute('alt', 'Dusk');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(picture).toHaveAttribute('alt', 'Noon');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.locator('.thumb').first().click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(noise).toEqual([]);
});

test('a lazy picture is fetched, and covers its place with its focal point in sight', async ({ page, noise }) => {
  await page.goto('/works');
  const picture = page.locator('.banner img');
  await expect(picture).toHaveClass(/loaded/);
  const [place, shown, width] = await picture.evaluate((element) => {
    const box = (one: Element) => one.getBoundingClientRect().toJSON() as DOMRect;
    return [box(element.parentElement as Element), box(element), (element as HTMLImageElement).naturalWidth] as const;
  });
  expect(width).toBe(600);
  // 600 by 400 in 300 by 100: as wide as its place, and its upper edge, where the focus is, at the upper edge.
  expect([shown.width, shown.height, shown.top - place.top]).toEqual([300, 200, 0]);
  expect(noise).toEqual([]);
});

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('a slideshow goes on, and a menu opens', async ({ page, noise }) => {
    await page.goto('/works');
    await page.locator('.slides').evaluate((element) => {
      const finger = (x: number) => new Touch({ identifier: 1, target: element, clientX: x, clientY: 100 });
      element.dispatchEvent(new TouchEvent('touchstart', { touches: [finger(200)], bubbles: true }));
      element.dispatchEvent(new TouchEvent('touchend', { changedTouches: [finger(100)], bubbles: true }));
    });
    await expect(page.locator('.now')).toHaveText('2');
    await page.locator('.toggle').tap();
    await expect(page.locator('.folder.open')).toHaveCount(1);
    expect(noise).toEqual([]);
  });
});
