import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { atRest, violationsOf } from '../axe.ts';

/** Opens the editor somewhere, and waits until it is there. */
export async function openEditor(page: Page, place = 'website/pages'): Promise<void> {
  await page.goto(`/config/${place}`);
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toHaveCount(0);
}

/** Opens a file of the site in its panel. */
export async function openFile(page: Page, path: string, title: string | RegExp): Promise<void> {
  await openEditor(page, `website/pages?file=${encodeURIComponent(path)}`);
  await expect(panel(page, title)).toBeVisible();
}

export const saveState = (page: Page): Locator => page.getByRole('banner').getByRole('status');

/** Everything is saved. */
export const isSaved = (page: Page): Promise<void> =>
  expect(saveState(page)).toHaveAttribute('data-state', 'saved', { timeout: 30_000 });

/** Does something that changes files, and waits until the server has written them. */
export async function saves(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse(isChange);
  await act();
  const answer = await answered;
  expect(answer.status(), await answer.text()).toBe(200);
  await isSaved(page);
}

export const isChange = (answer: { url(): string; request(): { method(): string } }): boolean =>
  new URL(answer.url()).pathname === '/config/api/changes' && answer.request().method() === 'POST';

/** The page that the frame shows. */
export const theSite = (page: Page): FrameLocator => page.frameLocator('iframe[title="The site as it is"]');

/** The panel beside the site. */
export const panel = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('region', { name: title, ...(typeof title === 'string' ? { exact: true } : {}) });

/** Goes to a part of the editor by its button on the side. */
export const part = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link', { name, exact: true }).click();

/** Chooses from a list that opens; its button is called by what is chosen, and then by its label. */
export async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  await within.getByRole('button', { name: new RegExp(`(^| )${label}$`) }).click();
  const page = 'page' in within ? within.page() : within;
  // What an entry says besides, an address of a page, stands behind its name.
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(`^${option}( ?/.*)?$`) })
    .click();
}

/** axe finds nothing in the editor; the site in its frame has tests of its own. */
export async function expectNoAxeViolation(page: Page, what: string): Promise<void> {
  await atRest(page);
  const violations = await violationsOf(page, { frames: false });
  expect(
    violations.map(({ id, targets }) => `${id}: ${targets.join(' | ')}`),
    what,
  ).toEqual([]);
}

/** The smallest side of what is pressed with a finger. Pixels. */
const FINGER = 40;

/**
 * What does not fit: the page is wider than the screen, something that is pressed stands beyond an edge or touches one, or
 * is too small for a finger. What scrolls by itself may be wider.
 */
export async function misfits(page: Page, finger = 0): Promise<string[]> {
  await atRest(page);
  return page.evaluate((finger) => {
    const found: string[] = [];
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    if (wide > 0) found.push(`the page is ${wide} px wider than the screen`);
    const scrolls = (element: Element): boolean => {
      for (let above = element.parentElement; above; above = above.parentElement) {
        const style = getComputedStyle(above);
        if (/auto|scroll/.test(style.overflowX) && above.scrollWidth > above.clientWidth + 1)
          return above.matches('[role="tablist"],[role="grid"],nav,table,.cm-scroller,[data-scrolls]');
      }
      return false;
    };
    for (const body of document.querySelectorAll('section,[role="dialog"]')) {
      if (body.scrollWidth > body.clientWidth + 1 && getComputedStyle(body).overflowX !== 'visible')
        found.push(`${body.getAttribute('aria-label') ?? body.className} scrolls sideways`);
    }
    for (const control of document.querySelectorAll<HTMLElement>(
      'button,a[href],input,textarea,[role="option"],[role="row"],[role="menuitem"],[role="tab"],label',
    )) {
      // What is not drawn is not pressed: the real box of a switch, the native list behind one that is drawn.
      if (control.closest('[hidden],[inert],[aria-hidden="true"]') || !control.checkVisibility()) continue;
      const box = control.getBoundingClientRect();
      if (box.width <= 2 || box.height <= 2 || getComputedStyle(control).clipPath !== 'none') continue;
      if (control.closest('[data-react-aria-hidden],[style*="clip"]')) continue;
      // A label that stands beside its field is not what one aims at: the field is. One that holds it is pressed for it.
      if (control.localName === 'label' && !control.querySelector('input,select,textarea')) continue;
      const name = `${control.localName} ${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim()}`;
      const of = `${name} (${Math.round(box.width)} × ${Math.round(box.height)} at ${Math.round(box.left)})`;
      if (!scrolls(control) && (box.right > window.innerWidth - 1 || box.left < 0))
        found.push(`${of} leaves the screen`);
      const isText = control.localName === 'a' && getComputedStyle(control).display === 'inline';
      const isHeld = control.localName === 'input' && control.closest('label') !== null;
      if (finger > 0 && !isText && !isHeld && (box.width < finger || box.height < finger)) found.push(`${of} is small`);
    }
    return [...new Set(found)];
  }, finger);
}

export const forFingers = (page: Page): Promise<string[]> => misfits(page, FINGER);
