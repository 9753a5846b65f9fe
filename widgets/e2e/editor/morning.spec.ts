import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ownBakery } from '../ownSite.ts';
import { expect, query, test } from '../shop.ts';
import { BINARY, ShopServer } from '../shopServer.ts';
import { type Hand, keyboard, pointer } from './hand.ts';
import { type Goods, Shopper, type Wishes } from './shopper.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures of each step, and what was printed, to be looked at. */
const SHOTS = process.env.SHOTS;

const LOAF = (n: number): Goods => ['product-country-sourdough', 'SD-S-W', n];
const CROISSANTS = (n: number): Goods => ['product-butter-croissants', 'CR-4', n];
const COOKIES = (n: number): Goods => ['product-chocolate-cookies', 'CK-6', n];
const BUNS = (n: number): Goods => ['product-cinnamon-buns', 'CB-6', n];
const CAKE = { inscription: 'Hello', flavor: 'Chocolate and orange', date: { Month: '5', Day: '5', Year: '2040' } };

/** What was ordered overnight, in the order in which it came: whom for, what, and what was wished. */
const ORDERED: readonly (readonly [name: string, goods: readonly Goods[], wishes?: Wishes])[] = [
  ['Ann Abel', [LOAF(3)]],
  ['Ben Bolt', [LOAF(2), CROISSANTS(1)]],
  ['Cleo Crane', [COOKIES(2)], { note: 'Ring twice.' }],
  ['Dan Dale', [CROISSANTS(1)], { option: 'bicycle' }],
  ['Eve East', [BUNS(1)], { giftMessage: 'For you.\nAll the best' }],
  ['Finn Ford', [LOAF(2)], { code: 'FIRSTLOAF' }],
  ['Gus Gold', [['product-celebration-cake', 'CC-6', 1, CAKE]], { code: 'CAKE5', option: 'bicycle' }],
  ['Hal Hill', [COOKIES(1)], { paymentMethod: 'transfer' }],
  ['Ida Isle', [CROISSANTS(2)]],
  ['Jan Jones', [BUNS(1), COOKIES(1)]],
  ['Kim Kerr', [['product-lemon-tart', 'LT-9', 1]], { option: 'bicycle' }],
  ['Leo Lane', [CROISSANTS(1)]],
  ['Mia Moss', [COOKIES(1)]],
  ['Ned Noon', [BUNS(2)]],
  ['Oda Oaks', [CROISSANTS(1), ['product-recipe-booklet', 'RB-PDF', 1]]],
  ['Pia Park', [COOKIES(1)]],
  ['Quin Quay', [BUNS(1)]],
  ['Rex Rowe', [['product-gift-card', 'GC-25', 1]]],
  ['Sue Stone', [['product-recipe-booklet', 'RB-PDF', 2]]],
];
/** Those that are sent by the file of a carrier. */
const BY_FILE = ['Dan', 'Eve', 'Finn', 'Gus', 'Hal', 'Ida', 'Jan', 'Kim', 'Leo', 'Mia', 'Ned', 'Oda'];

/** The emails that the shop wrote, newest last. */
function lettersOf(shop: ShopServer): string[] {
  const folder = join(shop.folder, 'shop.mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(eml|txt|html)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** What the books say of themselves; throws where something does not add up. */
const audit = (shop: ShopServer): string =>
  execFileSync(join(dirname(BINARY), 'loggia-api'), ['audit', '--database-url', `sqlite:${shop.database}`], {
    encoding: 'utf8',
  });

/** The desk, worked by somebody. */
class Desk {
  constructor(
    readonly page: Page,
    readonly hand: Hand,
    private readonly width: number,
  ) {}

  async shot(name: string): Promise<void> {
    await expectNoAxeViolation(this.page, name);
    if (SHOTS) {
      const path = join(SHOTS, `morning-${name.replaceAll(' ', '-')}-${this.width}.png`);
      await this.page.screenshot({ path, fullPage: true });
    }
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: typeof name === 'string' });

  press = (name: string | RegExp): Promise<void> => this.hand.press(this.button(name));

  field = (name: string | RegExp, value: string): Promise<void> =>
    this.hand.type(this.page.getByRole('textbox', { name, exact: typeof name === 'string' }), value);

  /** Finds an order by its name and opens it. */
  async open(name: string): Promise<void> {
    await this.hand.type(this.page.getByRole('searchbox', { name: 'Search' }), name);
    const row = this.button(new RegExp(name));
    await expect(this.button(/^#\d+/)).toHaveCount(1);
    await this.hand.press(row);
    await expect(this.page.getByRole('heading', { level: 3 })).toBeVisible();
  }

  close = (): Promise<void> => this.hand.press(this.button('Orders').first());

  /** Shows one of the lists, and waits for its orders. */
  async list(name: RegExp): Promise<void> {
    await this.hand.type(this.page.getByRole('searchbox', { name: 'Search' }), ' ');
    await this.hand.press(this.button(name));
    // One that is new in it is offered above it: what is read does not move.
    await expect(this.button(/^#\d+/).nth(16)).toBeVisible();
  }
}

/** Chooses a file where the page asks for one. */
async function give(desk: Desk, name: string, table: string): Promise<void> {
  const chooser = desk.page.waitForEvent('filechooser');
  await desk.press('Choose a file');
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(table) });
}

/** A number that the shop keeps of somebody's order. */
const of = (shop: ShopServer, column: string, name: string): number =>
  Number(query(shop, `SELECT ${column} FROM shop_order WHERE email LIKE '${name.toLowerCase()}.%'`)[0]?.[0]);

for (const [width, work] of [
  [1280, keyboard],
  [390, pointer],
] as const) {
  const how = work === keyboard ? 'with the keyboard alone' : 'by finger';
  test(`S-998: a morning of twenty orders at the desk ${how}, ${width} px wide`, async ({ page }) => {
    test.setTimeout(300_000);
    const site = ownBakery({
      'site.json': (site) => {
        site.websiteSettings.orderSettings = {
          ...site.websiteSettings.orderSettings,
          returnDays: 14,
          manualPayments: [{ id: 'transfer', kind: 'transfer', name: 'Bank transfer', instructions: 'Pay {total}.' }],
        };
      },
    });
    const shop = await ShopServer.create(site);
    try {
      await shop.start();
      for (const [name, goods, wishes] of ORDERED) {
        const shopper = await Shopper.of(shop);
        await shopper.buy(name, goods, wishes);
        await shopper.close();
      }
      // The card that came by letter pays a part of the last order.
      const ofCard = () => lettersOf(shop).flatMap((text) => /\b(?:[A-Z2-9]{4}-){4,}[A-Z2-9]{4}\b/.exec(text) ?? []);
      await expect.poll(() => ofCard().length, { timeout: 30_000 }).toBeGreaterThan(0);
      const last = await Shopper.of(shop);
      await last.buy('Tom Thorn', [LOAF(2), ['product-lemon-tart', 'LT-9', 1]], { code: ofCard()[0] ?? '' });
      await last.close();
      expect(of(shop, 'gift_card_cents', 'Tom')).toBe(2500);

      await page.goto(await shop.another());
      await page.goto(`${shop.editor}/config/commerce?tab=orders`);
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
      const refused: string[] = [];
      page.on('response', (answer) => {
        // What would go back is asked once more while the order changes: that is refused, and asked anew.
        if (answer.status() >= 400 && !answer.url().endsWith('preview'))
          refused.push(`${answer.status()} ${new URL(answer.url()).pathname.replace(/\/[0-9a-f-]{36}/, '')}`);
      });
      const desk = new Desk(page, work(page), width);
      if (work === keyboard) await page.getByRole('searchbox', { name: 'Search' }).focus();

      // The money of the transfer came: it is not in the list of what is to be sent, which says where else to look.
      await desk.hand.type(page.getByRole('searchbox', { name: 'Search' }), 'Hal Hill');
      await desk.press('Look in all orders');
      await desk.open('Hal Hill');
      await desk.press('Mark as paid');
      await expect(desk.button('Mark as paid')).toHaveCount(0);
      await desk.close();

      // What is to be packed is printed.
      await desk.list(/^To send/);
      await desk.press('Choose all of this list');
      await expect(page.getByText('18 orders chosen')).toBeVisible();
      await desk.press('Print');
      await desk.hand.press(page.getByRole('switch', { name: 'Address labels' }));
      await desk.shot('print');
      const file = page.waitForEvent('download');
      await desk.press('Make the file');
      const printed = readFileSync(await (await file).path());
      expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
      if (SHOTS) writeFileSync(join(SHOTS, `morning-${width}.pdf`), printed);
      await desk.press('Choose none');
      await desk.list(/^All/);

      // One goes elsewhere, one is called off.
      await desk.open('Quin Quay');
      await desk.press('Change the address');
      await desk.field('Address', '9 Orchard Street');
      await desk.press('Save the address');
      await expect(page.getByText('9 Orchard Street')).toBeVisible();
      await desk.shot('address');
      await desk.close();
      await desk.open('Pia Park');
      await desk.field('Why it is cancelled', 'We ran out of chocolate.');
      await desk.press('Cancel the order');
      await expect(page.getByRole('heading', { level: 3 })).toContainText(/Cancelled|Refunded/);
      await desk.shot('cancelled');
      await desk.close();

      // Three go in two parts each, with a number of their own.
      for (const [name, pieces] of [
        ['Ann Abel', /Country sourdough: pieces/],
        ['Ben Bolt', /Country sourdough: pieces/],
        ['Cleo Crane', /Dark chocolate cookies: pieces/],
      ] as const) {
        await desk.open(name);
        await desk.field(pieces, '1');
        await desk.hand.choose(desk.button(/Carrier/), 'UPS');
        await desk.field('Tracking number', `1Z${name.slice(0, 3).toUpperCase()}1`);
        await desk.press('It is sent');
        await expect(page.getByText(/1 sent/).first()).toBeVisible();
        await desk.field('Tracking number', `1Z${name.slice(0, 3).toUpperCase()}2`);
        await desk.press('It is sent');
        await expect(desk.button('It is sent')).toHaveCount(0);
        if (name === 'Ben Bolt') await desk.shot('two parcels');
        await desk.close();
      }

      // Twelve by the file of the carrier; a line that is wrong sends nothing.
      await desk.press('Tracking numbers from a file');
      const lines = BY_FILE.map((name) => `#${of(shop, 'number', name)},DHL,JD${of(shop, 'number', name)}`);
      await give(desk, 'numbers.csv', ['order,carrier,tracking number', ...lines, '#999999,DHL,JD9'].join('\n'));
      await expect(page.getByText(/Line 14, column order/)).toBeVisible();
      await desk.shot('a file with a fault');
      await give(desk, 'numbers.csv', ['order,carrier,tracking number', ...lines].join('\n'));
      await desk.press('Send these orders');
      await expect(page.getByText(/^Done\./)).toBeVisible();
      await desk.press('Tracking numbers from a file');
      const sent = query(shop, 'SELECT COUNT(DISTINCT order_id), COUNT(*) FROM shipment');
      expect(sent).toEqual([['15', '18']]);

      // Two get a part of their money back: one of them paid with a card, which gets its part first.
      await desk.open('Jan Jones');
      await desk.field('Cinnamon buns, tray of six: refund', '1');
      await desk.field('Reason', 'They were squashed.');
      await expect(page.getByText(/go back\./)).toBeVisible();
      await desk.hand.press(page.getByRole('group', { name: 'Refund' }).getByRole('button', { name: 'Refund' }));
      await expect(page.getByText(/1 refunded/)).toBeVisible();
      await desk.close();
      await desk.open('Tom Thorn');
      await desk.field('Lemon tart: refund', '1');
      await desk.field('Reason', 'It was not baked.');
      await expect(page.getByText(/go back\./)).toBeVisible();
      const told = await page.getByText(/go back\./).innerText();
      await desk.shot('a refund');
      await desk.hand.press(page.getByRole('group', { name: 'Refund' }).getByRole('button', { name: 'Refund' }));
      await expect(page.getByText(/1 refunded/)).toBeVisible();
      const back = of(shop, 'refunded_cents', 'Tom');
      const [whole = 0, money = 0, toCard = 0] = (told.match(/\d+\.\d\d/g) ?? []).map((text) =>
        Number(text.replace('.', '')),
      );
      expect(whole).toBe(money + toCard);
      expect(back).toBe(money);
      expect(toCard).toBeGreaterThan(0);
      await desk.close();

      // A parcel comes back.
      await desk.open('Ida Isle');
      await desk.press('Begin a return');
      await desk.field(/comes back, of 2/, '1');
      await desk.field('What the shopper is told', 'Please send it to 3 Arcade Row.');
      await desk.press('Begin this return');
      await expect(desk.button('Received: refund')).toBeVisible();
      await desk.shot('a return');
      await desk.press('Received: refund');
      await expect(page.getByText('Received and refunded')).toBeVisible();
      await desk.close();

      // What was written to the shoppers, and whether the books add up.
      const written = () => lettersOf(shop).join('\n');
      await expect.poll(() => (written().match(/JD\d+/g) ?? []).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(12);
      for (const words of ['1ZANN1', '1ZANN2', 'Your order is cancelled.', '3 Arcade Row']) {
        await expect.poll(written, { timeout: 60_000 }).toContain(words);
      }
      if (SHOTS) writeFileSync(join(SHOTS, `morning-${width}.letters.txt`), written());
      expect(() => audit(shop)).not.toThrow();
      expect(refused).toEqual([]);
    } finally {
      await shop.remove();
      rmSync(join(site, '..'), { recursive: true, force: true });
    }
  });
}
