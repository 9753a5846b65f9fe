// What a visitor does on a page of pictures, by key and by finger: the slideshow goes on, a picture is opened large and
// closed again, a picture further down comes when it is near; and the menu of a telephone opens.

/** Controls of menus as templates have them: said to be one, or named so. */
const TOGGLES = [
  '[aria-controls][aria-expanded]',
  'label[for*=nav i], label[for*=menu i]',
  ...['menu', 'nav', 'navigation'].flatMap((word) =>
    ['toggle', 'trigger', 'button', 'btn', 'icon', 'link', 'open'].flatMap((what) => [
      `[class*="${word}-${what}" i]`,
      `[class*="${word}${what}" i]`,
      `[id*="${word}-${what}" i]`,
      `[id*="${word}${what}" i]`,
    ]),
  ),
  '[class*=hamburger i], [class*=burger i]',
].join(',');

/** Links of the header or a menu that can be seen within the window. */
const linksInSight = (page) =>
  page.evaluate(() => {
    const seen = (link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (!width || !height || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
      const there = document.elementFromPoint(x, y);
      return Boolean(there && (there === link || link.contains(there) || there.contains(link)));
    };
    return [...document.querySelectorAll('nav a, header a, [class*=nav i] a, [id*=nav i] a, [class*=menu i] a')].filter(
      seen,
    ).length;
  });

const until = async (page, is) => {
  for (let tries = 0; tries < 30; tries += 1) {
    if (await is()) return true;
    await page.waitForTimeout(100);
  }
  return false;
};

async function slideshow(page, press) {
  const place = page.locator('[role=group]:has(.loggia-gallery-track)').first();
  await place.waitFor({ timeout: 10_000 });
  await place.scrollIntoViewIfNeeded();
  const status = place.locator('[role=status]');
  const before = await status.textContent();
  await press(place.getByRole('button', { name: /next/i }));
  return until(page, async () => (await status.textContent()) !== before);
}

async function lightbox(page, press) {
  const picture = page.locator('.sqs-gallery-container[data-design=grid] .sqs-gallery-item img').first();
  await picture.scrollIntoViewIfNeeded();
  await until(page, async () => (await picture.getAttribute('role')) === 'button');
  await press(picture);
  const dialog = page.getByRole('dialog');
  if (!(await until(page, () => dialog.isVisible()))) return false;
  await press(dialog.getByRole('button', { name: /close/i }));
  return until(page, async () => (await dialog.count()) === 0);
}

async function lazy(page) {
  const picture = page.locator('.sqs-block-image img').last();
  await picture.scrollIntoViewIfNeeded().catch(() => {});
  return until(page, () => picture.evaluate((image) => image.complete && image.naturalWidth > 0));
}

async function menu(page, press) {
  const before = await linksInSight(page);
  let tried = false;
  for (const toggle of (await page.locator(TOGGLES).all()).slice(0, 12)) {
    if (!(await toggle.isVisible().catch(() => false))) continue;
    tried = true;
    await press(toggle).catch(() => {});
    if (await until(page, async () => (await linksInSight(page)) > before)) return true;
  }
  return tried || before === 0 ? false : `nothing to open: ${before} links in sight`;
}

/** What worked, by name: `yes`, `no`, or why it could not be tried. */
export async function journeys(browser, origin, address, shot) {
  const done = {};
  const by = {
    key: { options: { viewport: { width: 1280, height: 900 } }, press: async (it) => (await it.focus(), it.press('Enter')) },
    finger: {
      options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      press: (it) => it.tap({ timeout: 3_000 }),
    },
  };
  for (const [name, { options, press }] of Object.entries(by)) {
    const context = await browser.newContext(options);
    await context.route(
      (url) => url.origin !== origin && url.protocol !== 'data:',
      (route) => route.abort(),
    );
    const page = await context.newPage();
    const steps = { slideshow, lightbox, lazy, ...(name === 'finger' ? { menu } : {}) };
    for (const [step, run] of Object.entries(steps)) {
      await page.goto(origin + address, { waitUntil: 'load', timeout: 30_000 });
      const worked = await run(page, press).catch((error) => error.message.split('\n')[0].slice(0, 80));
      done[`${step} by ${name}`] = worked === true ? 'yes' : worked === false ? 'no' : worked;
      if (step === 'menu') await page.screenshot({ path: shot });
    }
    await context.close();
  }
  return done;
}
