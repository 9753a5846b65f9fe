import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { violationsOf } from '../axe.ts';
import { ownBakery } from '../ownSite.ts';
import { expect, test } from '../shop.ts';
import { ShopServer } from '../shopServer.ts';
import { Shopper } from './shopper.ts';
import { misfits } from './steps.ts';

/**
 * Every panel of the shop, and what each of its buttons opens: whatever can be pressed is pressed once, wherever it leads.
 * `WINDOWS=3` follows so many presses (`make windows`); otherwise the panels alone are looked at.
 */
const DEPTH = Number(process.env.WINDOWS ?? 0);
/** `SHOTS=folder` keeps a picture of each state, to be looked at. */
const SHOTS = process.env.SHOTS;

const PANELS = [
  'home',
  'commerce?tab=products',
  'commerce?table=products',
  'commerce?tab=stock',
  'commerce?tab=orders',
  'commerce?tab=drafts',
  'commerce?tab=customers',
  'commerce?tab=subscriptions',
  'commerce?tab=notices',
  'commerce?tab=gift-cards',
  'commerce?tab=coupons',
  'commerce?tab=figures',
  'commerce?tab=accounting',
  'commerce?tab=settings',
  'commerce/extensions',
  'commerce?tab=webhooks',
  'inbox',
  'analytics',
  'permissions',
];

/** What is pressed in a panel or a window: what stands above and beside them leads elsewhere. */
const INSIDE = ':is(section, [role="dialog"], [role="alertdialog"])';
const pressed = (page: Page): Locator =>
  page.locator(
    `${INSIDE} button:not([disabled]), ${INSIDE} [role="tab"]:not([aria-selected="true"]), [role="menuitem"]`,
  );

/** What a control does, whatever it does it to: the first words of its name, without numbers. */
const kindOf = (name: string): string =>
  name
    .replace(/[\d#$€.,]+/g, '')
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .join(' ');

/** What may leave nothing to be pressed there: it comes when all else in a panel was looked at. */
const isLate = (way: readonly string[]): boolean =>
  way.some((kind) => /sent|again|erase|delete|remove|void/i.test(kind));

type Control = { kind: string; place: number };

async function controls(page: Page): Promise<Control[]> {
  const names = await pressed(page).evaluateAll((all) =>
    all.map((element) => {
      // The panels of the shop are looked at each by itself.
      const elsewhere = '[role="option"],[aria-hidden="true"],[inert],[role="tablist"][aria-label="Shop"]';
      if (element.closest(elsewhere) || !element.checkVisibility()) return '';
      return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    }),
  );
  const seen = new Set<string>();
  return names.flatMap((name, place) => {
    const kind = kindOf(name);
    if (!kind || seen.has(kind)) return [];
    seen.add(kind);
    return [{ kind, place }];
  });
}

/** Waits until nothing more comes: what stands there is the same twice. */
async function rest(page: Page): Promise<void> {
  let before = '';
  for (let turn = 0; turn < 20; turn += 1) {
    await page.waitForTimeout(150);
    const now = await page.locator('body').innerText();
    if (now === before && !/Loading…?$/m.test(now)) return;
    before = now;
  }
}

for (const width of [1280, 390])
  test(`S-699: nothing for axe and nothing cut off in any window of the shop, ${width} px wide`, async ({ page }) => {
    test.setTimeout(DEPTH > 0 ? 3_600_000 : 180_000);
    const shop = await ShopServer.create(ownBakery({}));
    const found: string[] = [];
    let states = 0;
    try {
      await shop.start();
      for (const [name, code] of [
        ['Ann Abel', ''],
        ['Ben Bolt', 'FIRSTLOAF'],
        ['Cleo Crane', ''],
      ] as const) {
        const shopper = await Shopper.of(shop);
        await shopper.buy(
          name,
          [['product-country-sourdough', 'SD-S-W', 2]],
          code ? { code } : { note: 'Ring twice.' },
        );
        await shopper.close();
      }
      await page.setViewportSize({ width, height: 900 });
      await page.goto(await shop.another());
      page.on('filechooser', () => {});

      /** Each state that was seen, and by how few presses. */
      const known = new Map<string, number>();
      const note = (fault: string) => {
        found.push(fault);
        console.log(fault);
      };
      page.on('pageerror', ({ message }) => note(message));
      /** Looks at what is there; whether it was not seen before, or only by more presses than these: what it opens is not seen then. */
      const look = async (where: string, presses: number): Promise<boolean> => {
        const heads = await page.locator(`${INSIDE} :is(h1,h2,h3)`).allInnerTexts();
        const all = (await controls(page)).map(({ kind }) => kind).sort();
        const state = JSON.stringify([heads.map(kindOf), all]);
        const before = known.get(state);
        if (before !== undefined && before <= presses) return false;
        known.set(state, presses);
        if (before !== undefined) return true;
        states += 1;
        for (const { id, targets } of await violationsOf(page, { frames: false }))
          note(`${where}: ${id}: ${targets.join(' | ')}`);
        for (const misfit of await misfits(page)) note(`${where}: ${misfit}`);
        if (SHOTS)
          await page.screenshot({ path: join(SHOTS, `window-${width}-${String(states).padStart(3, '0')}.png`) });
        return true;
      };
      /** Opens a panel and presses one control after the other; whether each was there. */
      const go = async (panel: string, way: readonly string[]): Promise<boolean> => {
        await page.goto(`${shop.editor}/config/${panel}`);
        await rest(page);
        for (const kind of way) {
          const control = (await controls(page)).find((one) => one.kind === kind);
          if (!control) return false;
          const pressing = pressed(page).nth(control.place).click({ timeout: 2000 });
          if (
            !(await pressing.then(
              () => true,
              () => false,
            ))
          )
            return false;
          await rest(page);
        }
        return true;
      };
      for (const panel of PANELS) {
        const ways: { way: string[]; before: string[] }[] = [{ way: [], before: [] }];
        while (ways.length > 0) {
          const soon = ways.findIndex(({ way }) => !isLate(way));
          const [{ way, before }] = ways.splice(Math.max(soon, 0), 1) as [(typeof ways)[0]];
          const where = [panel, ...way].join(' > ');
          if (!(await go(panel, way)) || !(await look(where, way.length))) continue;
          // What leads to another panel, as everything on the first does, ends there: that is looked at by itself.
          const isElsewhere = !new URL(page.url()).pathname.endsWith(`/config/${panel.split('?')[0]}`);
          if (isElsewhere || way.length >= (panel === 'home' ? 0 : DEPTH)) continue;
          const now = (await controls(page)).map(({ kind }) => kind);
          // What was there before is pressed from there.
          for (const kind of now) if (!before.includes(kind)) ways.push({ way: [...way, kind], before: now });
        }
      }
    } finally {
      console.log(`${states} states at ${width} px`);
      await shop.remove();
    }
    expect(found).toEqual([]);
  });
