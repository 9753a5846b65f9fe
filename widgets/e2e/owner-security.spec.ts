import { createHmac } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { expectReadable } from './axe.ts';
import { expect, query, test } from './shop.ts';

const PASSWORD = 'a long enough password';
const SHOTS = process.env.LOGGIA_SHOTS;

/** The six digits of an authenticator app (RFC 6238), `ahead` steps from now. */
function digits(secret: string, ahead = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A passkey in the browser, which says yes by itself. */
async function authenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/api/owner/log-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Nothing of the page is cut off or has to be moved sideways; `LOGGIA_SHOTS=folder` keeps a picture, to be looked at. */
async function shot(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond, `${name} is wider than the window`).toBeLessThanOrEqual(0);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/** The proof of a session becomes too old, as after a quarter of an hour. */
const age = (shop: Parameters<typeof query>[0]) =>
  query(shop, 'UPDATE session SET confirmed_at = confirmed_at - 1000000');

for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const)
  test.describe(`the owner's log-in, ${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 844 } });

    test('S-180 S-188 a passkey is set up, lets in, and proves afresh before a table leaves', async ({
      page,
      shop,
      browser,
    }) => {
      const email = `passkey${width}@example.com`;
      shop.addAccount(email, PASSWORD, 'ADMIN');
      await authenticator(page);
      await logIn(page, email);
      await page.getByRole('link', { name: email }).click();
      await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
      await expectReadable(page, browser);
      await shot(page, `security-empty-${width}`);
      await page.getByRole('link', { name: 'Add a passkey or an app' }).click();
      await expectReadable(page, browser);
      await shot(page, `set-up-${width}`);
      await page.getByLabel('What to call it').fill('My telephone');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
      await expect(page.locator('.codes li')).toHaveCount(10);
      await expectReadable(page, browser);
      await shot(page, `codes-${width}`);
      await page.getByRole('link', { name: 'I have kept them: go on' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();

      await logIn(page, email);
      await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
      await expectReadable(page, browser);
      await shot(page, `second-step-${width}`);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page.getByRole('heading', { name: 'Start' })).toBeVisible();

      age(shop);
      await page.goto('/api/commerce/orders.csv');
      await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
      await expectReadable(page, browser);
      await shot(page, `confirm-${width}`);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download the table' }).click();
      expect((await download).suggestedFilename()).toBe('orders.csv');
    });

    test('S-181 S-182 S-191 S-200 an app, a recovery code, another session, people', async ({
      page,
      shop,
      browser,
    }) => {
      const email = `app${width}@example.com`;
      shop.addAccount(email, PASSWORD, 'ADMIN');
      await logIn(page, email);
      await page.goto('/api/owner/set-up');
      const secret = await page.locator('.secret').innerText();
      await page.getByLabel('Six digits').fill(digits(secret));
      await page.getByRole('button', { name: 'Set up the app' }).click();
      const codes = await page.locator('.codes code').allInnerTexts();
      expect(codes).toHaveLength(10);
      await page.getByRole('link', { name: 'I have kept them: go on' }).click();

      const other = await browser.newContext({ baseURL: shop.origin, viewport: { width, height: 844 } });
      const there = await other.newPage();
      await logIn(there, email);
      await there.getByLabel('Code of your authenticator app').fill('000000');
      await there.getByRole('button', { name: 'Go on' }).click();
      await expect(there.getByRole('alert').first()).toContainText('This code is not right');
      await expectReadable(there, browser);
      await shot(there, `wrong-code-${width}`);
      await there.getByLabel('Code of your authenticator app').fill(digits(secret, 1));
      await there.getByRole('button', { name: 'Go on' }).click();
      await expect(there.getByRole('heading', { name: 'Start' })).toBeVisible();

      await page.goto('/api/owner/security');
      await expect(page.getByRole('row')).toHaveCount(3);
      await expectReadable(page, browser);
      await shot(page, `security-${width}`);
      await page.getByRole('button', { name: 'End all others' }).click();
      await expect(page.getByRole('status')).toHaveText('All other sessions were ended.');
      await expectReadable(page, browser);
      await shot(page, `sessions-ended-${width}`);
      await there.goto('/api/owner/team');
      await expect(there.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await logIn(there, email);
      await there.getByLabel('Code of your authenticator app').fill(codes[0] ?? '');
      await there.getByRole('button', { name: 'Go on' }).click();
      await expect(there.getByRole('heading', { name: 'Start' })).toBeVisible();
      await other.close();

      await page.goto('/api/owner/team');
      await expectReadable(page, browser);
      await shot(page, `team-${width}`);
      await page.getByLabel('Email').fill(`new${width}@example.com`);
      await page.getByRole('checkbox', { name: 'EDITOR', exact: true }).check();
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await expect(page.getByRole('status')).toHaveText('The invitation is on its way.');
      await shot(page, `team-invited-${width}`);
      await page.getByRole('button', { name: `Take the invitation of new${width}@example.com back` }).click();
      await expect(page.getByRole('status')).toHaveText('The invitation holds no more.');

      // Whatever was done with the account says from where.
      const nowhere = `SELECT r.kind FROM record r JOIN record_person p ON p.seq = r.seq AND p.part = 'who'
        WHERE p.email = '${email}' AND p.body NOT LIKE '%127.0.0.1%'`;
      const done = `SELECT COUNT(*) FROM record_person WHERE part = 'who' AND email = '${email}'`;
      expect(Number(query(shop, done)[0]?.[0])).toBeGreaterThan(3);
      expect(query(shop, nowhere)).toEqual([]);
    });
  });
