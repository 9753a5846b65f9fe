import { join } from 'node:path';
import { expect, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures, to be looked at. */
const SHOTS = process.env.SHOTS;
const PEOPLE = [
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Phone,Total Spent,Total Orders,Note,Tags',
  '\'7001,Ann,Lee,Ann@shopper.example,no,1 Main Street,Newark,NJ,US,\'07102,+15550100,1234.50,3,Rings twice,"vip, trade"',
  "'7002,Bea,Ray,bea@,no,2 Main Street,Newark,NJ,US,'07102,,0.00,0,,",
  "'7003,Cem,Öz,cem@shopper.example,no,3 Main Street,Newark,NJ,US,'07102,,20.00,1,,",
].join('\n');

for (const width of [1280, 390]) {
  test(`S-628 the owner brings the customers of another shop, ${width} px wide`, async ({ page, shop }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `bringing-${name}-${width}.png`) }) : undefined;
    // Each width brings people of its own into the one shop.
    const list = PEOPLE.replaceAll('shopper.example', `w${width}.example`);
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const known = () =>
      query(shop, `SELECT email FROM imported_person WHERE email LIKE '%w${width}.example' ORDER BY email`);

    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Customers' }).click();
    const bring = page.getByRole('button', { name: 'Bring customers and orders' });
    await bring.click();
    const dialog = page.getByRole('dialog', { name: 'Bring customers and orders' });
    await expectNoAxeViolation(page, 'nothing chosen');
    await dialog.locator('input[type=file]').setInputFiles([file('people.csv', list), file('cats.csv', 'cat\nMimi\n')]);
    const people = dialog.getByRole('region', { name: 'people.csv' });
    await expect(people.getByText('Customers and subscribers')).toBeVisible();
    await people.getByText(/^Look at these/).click();
    await expect(people.getByText(/^Row 3: /)).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'cats.csv' }).getByText(/This is no list of orders/)).toBeVisible();
    await expectNoAxeViolation(page, 'what the files hold');
    await shot('looked');
    // Until now nothing has happened.
    expect(known()).toEqual([]);

    await dialog.getByRole('button', { name: 'Bring these' }).click();
    await expect(people.getByText(/^Done: 2 new, 0 filled in, 0 here already/)).toBeVisible();
    await shot('done');
    expect(known()).toEqual([[`ann@w${width}.example`], [`cem@w${width}.example`]]);
    await dialog.getByRole('button', { name: 'Show who came along' }).click();
    const ann = page.getByRole('button', { name: new RegExp(`ann@w${width}.example`) });
    await expect(ann).toBeVisible();
    await expectNoAxeViolation(page, 'who came along');
    await shot('list');
    await ann.click();
    const said = page.getByRole('region', { name: 'In the other shop' });
    await expect(said.getByText(/1 Main Street/)).toBeVisible();
    await expect(said.getByText(/Rings twice/)).toBeVisible();
    await expectNoAxeViolation(page, 'one of them');
    await shot('one');

    // A second time nothing is new.
    await page.goto(`${shop.editor}/config/commerce`);
    await page.getByRole('tab', { name: 'Customers' }).click();
    await bring.click();
    await dialog.locator('input[type=file]').setInputFiles([file('people.csv', list)]);
    await expect(dialog.getByText('Nothing is to do: all of this is here already.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Bring these' })).toBeDisabled();
    expect(known()).toHaveLength(2);
  });
}
