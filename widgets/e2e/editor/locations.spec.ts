import { join } from 'node:path';
import { expect, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures, to be looked at. */
const SHOTS = process.env.SHOTS;

for (const width of [1280, 390]) {
  test(`S-696 S-697: a second location is added, goods come to it and are moved, ${width} px wide`, async ({
    page,
    shop,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `locations-${name}-${width}.png`), fullPage: true }) : undefined;
    const count = () =>
      Number(
        query(
          shop,
          `SELECT quantity FROM stock WHERE title = 'Country sourdough' AND options LIKE '%Small%' AND options LIKE '%Whole%'`,
        )[0]?.[0],
      );
    const before = count();
    // The shop may have been through this at another width: then it has locations, of which one is in use.
    const isFirst = query(shop, 'SELECT COUNT(*) FROM location')[0]?.[0] === '0';
    const name = `Warehouse ${width}`;
    const choose = async (field: RegExp, option: string) => {
      await page.getByRole('button', { name: field }).first().click();
      await page.getByRole('option', { name: option }).click();
    };
    const [from, to] = [/From/, /^(?!.*From).*To/];
    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Stock' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('sourdough small whole');
    const variant = page.getByRole('button', { name: /Change the stock of Country sourdough, .*Small/ });
    await expect(variant).toHaveCount(1);

    // The second location, which gives the first its name.
    if (isFirst) {
      await expect(page.getByRole('button', { name: 'Transfers' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Several locations' }).click();
      await page.getByLabel('Where your stock lies today').fill('Shop floor');
      await page.getByLabel('Name of the new location').fill(name);
      await expectNoAxeViolation(page, 'the first location');
    } else {
      await page.getByRole('button', { name: 'Locations', exact: true }).click();
      await page.getByLabel('Name of the new location').fill(name);
    }
    await page.getByRole('button', { name: 'Add a location' }).click();
    await expect(page.getByText(`${name} is added.`, { exact: false })).toBeVisible();
    await expect(page.getByText(`Shop floor ${before} · ${name} 0`)).toBeVisible();
    await expectNoAxeViolation(page, 'two locations');
    await shot('two');

    // Goods of a supplier.
    await page.getByRole('button', { name: 'Transfers' }).click();
    await page.getByRole('button', { name: 'New transfer' }).click();
    await choose(from, 'A supplier');
    await choose(to, name);
    await page.getByLabel('Add a variant').fill('sourdough small whole');
    await page.getByLabel('Add a variant').press('Enter');
    const pieces = page.getByLabel(/^Pieces of Country sourdough/);
    await expect(pieces).toBeFocused();
    await pieces.fill('12');
    await page.getByLabel('Reference').fill('PO 7');
    await page.getByLabel('Expected on').fill('2030-03-01');
    await expectNoAxeViolation(page, 'a new transfer');
    await shot('new');
    await page.getByRole('button', { name: 'Note as expected' }).click();
    await expect(page.getByText(`On its way: 12 pieces to ${name}.`)).toBeVisible();
    expect(count()).toBe(before);

    // A part of them comes, one is broken.
    await page.getByRole('button', { name: `Show A supplier to ${name} (PO 7)` }).click();
    await page.getByLabel(/^Received of Country sourdough/).fill('9');
    await page.getByLabel(/^Lost or damaged of/).fill('1');
    await page.getByLabel(/^Lost or damaged of/).press('Tab');
    await expectNoAxeViolation(page, 'a receipt');
    await shot('receive');
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await expect(page.getByText('Received 9 pieces.')).toBeVisible();
    await expect(page.getByText(/12 sent, 9 received · 1 lost or damaged/)).toBeVisible();
    expect(count()).toBe(before + 9);
    await page.getByRole('button', { name: 'Back to the stock' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('sourdough small whole');
    await expect(page.getByText(`Shop floor ${before} · ${name} 9 · 2 on the way`, { exact: false })).toBeVisible();

    // Some of them go to the shop floor.
    await page.getByRole('button', { name: 'Transfers' }).click();
    await page.getByRole('button', { name: 'New transfer' }).click();
    await page.getByRole('button', { name: /From/ }).click();
    await page.getByRole('option', { name: 'Warehouse' }).click();
    await expect(page.getByText('Choose two different locations.')).toBeVisible();
    await page
      .getByRole('button', { name: /^(?!.*From).*To/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Shop floor' }).click();
    await page.getByLabel('Add a variant').fill('sourdough small whole');
    await page.getByLabel('Add a variant').press('Enter');
    await pieces.fill('20');
    await page.getByRole('button', { name: 'Send on its way' }).click();
    await expect(page.getByText(/^There are 9 of Country sourdough/)).toBeVisible();
    await expect(pieces).toHaveValue('20');
    await pieces.fill('4');
    await page.getByRole('button', { name: 'Send on its way' }).click();
    await expect(page.getByText('On its way: 4 pieces to Shop floor.')).toBeVisible();
    expect(count()).toBe(before + 5);
    await page.getByRole('button', { name: `Show ${name} to Shop floor` }).click();
    await page.getByRole('button', { name: 'Cancel the transfer' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await expect(page.getByText(`${name} to Shop floor`)).toHaveCount(0);
    expect(count()).toBe(before + 9);

    // Of one location, and a change there.
    await page.getByRole('button', { name: 'Back to the stock' }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(variant).toHaveCount(1);
    await variant.click();
    await page.getByLabel('Change, or what was counted').fill('-2');
    await page.getByRole('button', { name: 'Save the count' }).click();
    await expect(page.getByText('There were 9, now there are 7.')).toBeVisible();
    await expectNoAxeViolation(page, 'a change at a location');
    await shot('change');
    expect(count()).toBe(before + 7);

    // What holds something is not archived.
    await page.getByRole('button', { name: 'Locations', exact: true }).click();
    await page.getByRole('button', { name: `Archive ${name}` }).click();
    await expect(page.getByText(`7 pieces of 1 variants are at "${name}"`, { exact: false })).toBeVisible();
    await expectNoAxeViolation(page, 'a refusal');
    await shot('refused');
    await page.getByLabel('Change, or what was counted').fill('0');
    await page.getByRole('button', { name: 'Save the count' }).click();
    await expect.poll(count).toBe(before);

    // And what is on its way there is cancelled first.
    await page.getByRole('button', { name: `Archive ${name}` }).click();
    await expect(page.getByText(`1 transfers are on their way to "${name}"`, { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Transfers' }).click();
    await page.getByRole('button', { name: `Show A supplier to ${name} (PO 7)` }).click();
    await page.getByRole('button', { name: 'Cancel the transfer' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await expect(page.getByText('No transfers here.')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the stock' }).click();
    await page.getByRole('button', { name: 'Locations', exact: true }).click();
    await page.getByRole('button', { name: `Archive ${name}` }).click();
    await expect(page.getByRole('button', { name: `Use ${name} again` })).toBeVisible();
  });
}
