import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectNoAxeViolation, query, test } from './shop.ts';

test.use({ site: 'site-fixtures/atlas' });

type Field = { id: string; type: string; title: string };
const { fields } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../site-fixtures/atlas/forms/pilot.json'), 'utf8'),
) as { fields: Field[] };

test('W-171 W-178 A-052: a field of every type is asked for, filled in, sent and kept in the shape of its type', async ({
  page,
  shop,
  noise,
}) => {
  expect(new Set(fields.map(({ type }) => type)).size).toBe(18);
  await page.goto('/pilot');
  await page.getByRole('button', { name: 'Send to the pilot' }).click();
  // Everything but a heading, a scale and what nobody sees is required (W-139, W-144, W-145).
  const asked = fields.filter(({ type }) => !['section', 'likert', 'hidden'].includes(type));
  await expect(page.getByText('Required', { exact: true })).toHaveCount(asked.length);
  await expect(page.getByLabel('Name of the vessel')).toBeFocused();
  await expectNoAxeViolation(page);
  expect(query(shop, "SELECT count(*) FROM form_submission WHERE form_id = 'pilot'")).toEqual([['0']]);

  const group = (name: string) => page.getByRole('group', { name });
  const parts = async (name: string, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await group(name).getByLabel(label, { exact: true }).fill(value);
  };
  await page.getByLabel('Name of the vessel').fill('Far too long a name for any bow');
  await page.getByLabel('Last entry in the log').fill('Fog.\nBells.');
  await page.getByLabel('Email').fill('mate@');
  await page.getByLabel('Tonnage').fill('12.5');
  await page.getByLabel('Website').fill('https://vessel.example');
  await parts('Radio telephone', { 'Country code': '1', 'Area code': '212', Prefix: '555', Line: '0100' });
  await page.getByLabel('Harbor dues paid').fill('40.00');
  await page.getByLabel('Word of the day').fill('herring');
  await page.getByLabel('Call sign').fill('saltmark');
  await parts('Day of arrival', { MM: '11', DD: '21', YYYY: '2026' });
  await parts('Hour of the tide', { Hour: '9', Minute: '05', Second: '00' });
  await group('Hour of the tide').getByRole('combobox').selectOption('AM');
  await parts('Master', { 'First Name': 'Ada', 'Last Name': 'Ruiz' });
  await parts('Home port', {
    'Address 1': '2 Customs Quay',
    City: 'Port Orrin',
    'State/Province': 'OR',
    'Zip/Postal Code': '10001',
  });
  await group('Home port').getByLabel('Country', { exact: true }).fill('Orrin');
  await page.getByRole('radio', { name: 'Ketch' }).check();
  await page.getByRole('checkbox', { name: 'Wool' }).check();
  await page.getByRole('checkbox', { name: 'Salt' }).check();
  await page.getByLabel('Wind on arrival').selectOption('South');
  await page.getByRole('radio', { name: 'Agree', exact: true }).first().check();

  await page.getByRole('button', { name: 'Send to the pilot' }).click();
  await expect(page.getByText(/^Email Address is not valid/)).toBeVisible();
  await expect(page.getByText('You have exceeded the character limit.')).toBeVisible();
  await page.getByLabel('Name of the vessel').fill('Petrel');
  await page.getByLabel('Email').fill('mate@example.com');
  await page.getByRole('button', { name: 'Send to the pilot' }).click();
  await expect(page.getByText('Thank you. The pilot will row out.')).toBeVisible();
  await expectNoAxeViolation(page);

  const [[kept] = []] = query(shop, "SELECT answers FROM form_submission WHERE form_id = 'pilot'");
  expect(JSON.parse(kept ?? '{}')).toEqual({
    vessel: 'Petrel',
    log: 'Fog.\nBells.',
    email: 'mate@example.com',
    tonnage: '12.5',
    site: 'https://vessel.example',
    phone: { Country: '1', Areacode: '212', Prefix: '555', Line: '0100' },
    dues: '40.00',
    word: 'herring',
    handle: 'saltmark',
    arrival: { Month: '11', Day: '21', Year: '2026' },
    tide: { Hour: '9', Minute: '05', Second: '00', Ampm: 'AM' },
    master: { First: 'Ada', Last: 'Ruiz' },
    berth: { Line1: '2 Customs Quay', City: 'Port Orrin', State: 'OR', Zip: '10001', Country: 'Orrin' },
    rig: 'Ketch',
    cargo: ['Salt', 'Wool'],
    wind: 'South',
    views: { 'The lights are clear': '1' },
    source: 'pilot-page',
  });
  expect(noise).toEqual([]);
});
