import { expect } from '@playwright/test';
import { expectNoAxeViolation, openEditor } from './steps.ts';
import { test } from './workshop.ts';

test.beforeEach(({ shared }) => shared.fresh());

for (const width of [1280, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });

    /** S-643 S-644 in a browser: offered once, by keys alone, every note in the window, ended where it began. */
    test('S-643 S-644 the tour goes from control to control and ends where it began', async ({ page }) => {
      await openEditor(page, 'home');
      const help = page.getByRole('region', { name: 'Help' });
      const begin = help.getByRole('button', { name: 'Take the tour' });
      await begin.focus();
      await page.keyboard.press('Enter');
      const note = page.getByRole('dialog');
      await expect(note).toBeFocused();
      let steps = 0;
      for (let isLast = false; !isLast; steps += 1) {
        await expect(note.getByText(`Step ${steps + 1} of `)).toBeVisible();
        await expect(note).toBeFocused();
        const box = await note.boundingBox();
        expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= 800).toBe(true);
        if (steps === 0) await expectNoAxeViolation(page, 'the tour');
        const shots = process.env.SHOTS;
        if (shots) await page.screenshot({ path: `${shots}/tour-${width}-${steps + 1}.png` });
        isLast = (await note.getByRole('button', { name: 'Done' }).count()) > 0;
        await note.getByRole('button', { name: isLast ? 'Done' : 'Next' }).focus();
        await page.keyboard.press('Enter');
      }
      expect(steps).toBeGreaterThanOrEqual(5);
      await expect(note).toHaveCount(0);
      await expect(begin).toBeFocused();
      // Never offered again, and ended by Escape at a step in between.
      await page.reload();
      await expect(begin).toBeVisible();
      await expect(page.getByRole('button', { name: 'No, thanks' })).toHaveCount(0);
      await begin.click();
      await note.getByRole('button', { name: 'Next' }).click();
      await expect(note.getByText('Step 2 of ')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(note).toHaveCount(0);
    });
  });
}
