import { expectStrangersScriptStays, refusals } from './policy.ts';
import { expect, test } from './shop.ts';

test.use({ site: 'site-fixtures/atlas' });

test('S-150: no page of the atlas needs what its policy refuses', async ({ page, shop }) => {
  test.setTimeout(600_000);
  expect(await refusals(page, shop.output)).toEqual([]);
  await expectStrangersScriptStays(page);
});
