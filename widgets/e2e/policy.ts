import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { settled } from './shop.ts';

/** Every page of a built site; of pages that only differ by a tag, a month or a number the first of each kind. */
export function pagesOf(output: string): string[] {
  const seen = new Set<string>();
  return readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html') || file === '404.html')
    .sort()
    .map((file) => `/${file.replace(/(^|\/)index\.html$/, '')}`)
    .filter((path) => {
      const [, list] = /^(.*\/(?:tag|category|author|month|page))\//.exec(path) ?? [];
      if (!list) return true;
      return !seen.has(list) && seen.add(list);
    });
}

/** Looks at every page, at all of it, and plays what plays; what the browser refused because of the page's policy. */
export async function refusals(page: Page, output: string): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('tellRefusal', (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell = (window as unknown as { tellRefusal: (text: string) => void }).tellRefusal;
      tell(`${location.pathname}: ${event.effectiveDirective} refuses ${event.blockedURI} (${event.sample})`);
    });
  });
  const pages = pagesOf(output);
  expect(pages.length).toBeGreaterThan(5);
  for (const path of pages) {
    await page.goto(path);
    const policies = page.locator('meta[http-equiv="Content-Security-Policy"]');
    if (!(await page.locator('#loggia-lock').count())) await expect(policies, path).toHaveCount(1);
    await settled(page);
    await page.evaluate(async () => {
      for (let top = 0; top < document.body.scrollHeight; top += 500) {
        window.scrollTo(0, top);
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
    await settled(page);
    const players = page.locator('[data-widget*="video"] button:visible');
    if (await players.count())
      await players
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined);
  }
  return found;
}

/** A script that somebody brought into a page does not run. */
export async function expectStrangersScriptStays(page: Page): Promise<void> {
  await page.goto('/');
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.strangerRan = true';
    document.body.append(script);
    const image = document.createElement('div');
    image.innerHTML = '<img src="data:x" onerror="window.strangerRan = true">';
    document.body.append(image);
    const picture = image.querySelector('img');
    if (picture && !picture.complete) await new Promise((done) => picture.addEventListener('error', done));
    return Boolean((window as unknown as { strangerRan?: boolean }).strangerRan);
  });
  expect(ran).toBe(false);
}
