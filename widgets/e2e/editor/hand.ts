import { expect, type Locator, type Page } from '@playwright/test';

/** How many presses of Tab lead at most from anywhere to anywhere of one page. */
const FAR = 120;

/** Somebody who works the editor: with a pointer, or with the keyboard alone. */
export interface Hand {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Chooses in a list that opens from a button. */
  choose(button: Locator, option: string): Promise<void>;
}

/** Works with a pointer, or a finger. */
export const pointer = (page: Page): Hand => ({
  press: async (target) => {
    // A switch is drawn by its label.
    const isSwitch = (await target.getAttribute('type')) === 'checkbox';
    await (isSwitch ? target.locator('xpath=ancestor::label') : target).click();
  },
  type: async (target, text) => {
    await target.fill(text);
    await target.press('Tab');
  },
  choose: async (button, option) => {
    await button.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  },
});

/**
 * Works with the keyboard alone: goes to everything by Tab from where the focus is, forward or back, and reports when the focus
 * was lost.
 */
export function keyboard(page: Page): Hand {
  const reach = async (target: Locator) => {
    await expect(target).toHaveCount(1);
    await expect(target).toBeEnabled();
    const holds = () => target.evaluate((element) => element === document.activeElement);
    const isLost = await page.evaluate(() => document.activeElement === document.body);
    expect(isLost, `something has the focus before ${target} is gone to`).toBe(false);
    const isBefore = await target.evaluate(
      (element) =>
        ((document.activeElement?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING) > 0,
    );
    for (let pressed = 0; pressed < FAR; pressed += 1) {
      if (await holds()) return;
      await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`${target} is not reached by Tab`);
  };
  return {
    press: async (target) => {
      await reach(target);
      await page.keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
    },
    type: async (target, text) => {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    },
    choose: async (button, option) => {
      await reach(button);
      await page.keyboard.press('Enter');
      const wanted = page.getByRole('option', { name: option, exact: true });
      await expect(wanted).toBeVisible();
      await page.keyboard.type(option.slice(0, 4));
      await expect(wanted).toBeFocused();
      await page.keyboard.press('Enter');
      // The list gives the focus back to its button when it has gone.
      await expect(button).toBeFocused();
    },
  };
}
