import { expect, type Page, test } from '@playwright/test';
import { expectNoAxeViolation } from './axe.ts';
import { OwnSite } from './ownSite.ts';

const BAR = '.sqs-announcement-bar';
let site: OwnSite;
test.beforeAll(async () => {
  site = await OwnSite.open({
    'site.json': (json) => {
      json.websiteSettings.announcementBarSettings = {
        text: '<p>The oven is cold on Monday. <a href="/contact">Ask us</a></p>',
        clickthroughUrl: { url: '/shop' },
      };
      json.popup = {
        title: 'Bread by letter',
        text: '<p>One letter a month.</p>',
        formId: 'contact',
        after: 1,
        pages: 'home',
      };
    },
  });
});
test.afterAll(() => site.close());

const shifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 300);
      }),
  );

for (const width of [1280, 390]) {
  test(`S-398 who closes the bar does not see it again, and nothing moves (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.origin}/about`);
    const bar = page.locator(BAR);
    await expect(bar).toContainText('The oven is cold on Monday.');
    await expectNoAxeViolation(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await bar.getByRole('link', { name: 'Ask us', exact: true }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await bar.click({ position: { x: 8, y: 8 } });
    await expect(page).toHaveURL(/\/shop$/);
    const close = bar.getByRole('button', { name: 'Close' });
    const box = await close.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await close.click();
    await expect(bar).toHaveCount(0);
    await page.goto(`${site.origin}/about`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar).toHaveCount(0);
    expect(await shifts(page)).toBeLessThan(0.01);
  });
}

test('S-399 the popup opens by itself with the focus in it, waits for who writes, and stays away once closed', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(site.origin);
  const popup = page.getByRole('dialog', { name: 'Bread by letter' });
  await page.clock.runFor(1000);
  await expect(popup).toBeVisible();
  await expect(popup.locator(':focus')).toHaveCount(1);
  await expectNoAxeViolation(page);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await page.goto(site.origin);
  await page.clock.runFor(5000);
  await expect(popup).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    document.body.append(field);
    field.focus();
  });
  await page.clock.runFor(5000);
  await expect(popup).toBeHidden();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(1000);
  await expect(popup).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(popup).toBeHidden();
});
