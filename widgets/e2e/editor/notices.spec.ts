import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addSourdough, chooseDelivery, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { ShopServer } from '../shopServer.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures, to be looked at. */
const SHOTS = process.env.SHOTS;
const [EMAIL, PASSWORD] = ['owner@shop.example', 'a long enough password'];

/** A browser's side of RFC 8291, which a browser without a push service does not have. */
function browserKeys() {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const part = (salt: Buffer, secret: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const open = (body: Buffer): string => {
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const theirs = body.subarray(21, 21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
    const secret = part(auth, own.computeSecret(theirs), info, 32);
    const key = part(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = part(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
    const sealed = body.subarray(21 + length);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // Behind the text stands what says that no record follows.
    return record.subarray(0, record.lastIndexOf(2)).toString();
  };
  return { keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') }, open };
}

/** A push service that takes everything. */
async function pushService() {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts));
      response.writeHead(201).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { bodies, server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('S-669: a device is told of an order while the editor is closed, and leads to it', async ({ page, context }) => {
  test.setTimeout(180_000);
  const service = await pushService();
  const shop = await ShopServer.create(undefined, {
    LOGGIA_WEB_PUSH_CONTACT: 'mailto:owner@shop.example',
    LOGGIA_WEB_PUSH_HOSTS: service.host,
    LOGGIA_ALLOW_HOSTS: service.host,
  });
  try {
    await shop.start();
    shop.addAccount(EMAIL, PASSWORD, 'ADMIN');
    const browser = browserKeys();
    await context.grantPermissions(['notifications'], { origin: new URL(shop.editor).origin });
    // This browser reaches no push service: the one of the test stands in for it, and all else is the browser's own.
    await page.addInitScript(
      ({ endpoint, keys }) => {
        const one = {
          options: { applicationServerKey: null as ArrayBuffer | null },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: () => Promise.resolve(localStorage.removeItem('subscribed')),
        };
        PushManager.prototype.getSubscription = () =>
          Promise.resolve((localStorage.getItem('subscribed') ? one : null) as unknown as PushSubscription);
        PushManager.prototype.subscribe = (options) => {
          const key = options?.applicationServerKey as Uint8Array<ArrayBuffer> | undefined;
          one.options.applicationServerKey = key?.buffer ?? null;
          localStorage.setItem('subscribed', '1');
          return Promise.resolve(one as unknown as PushSubscription);
        };
      },
      { endpoint: `http://${service.host}/send/1`, keys: browser.keys },
    );
    await page.goto(`${shop.editor}/config/commerce?tab=notices`);
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const notices = page.getByRole('region', { name: 'Notices on this device' });
    await expect(notices.getByText('No device of yours has notices.')).toBeVisible();
    await notices.getByText('New orders').click();
    await expect(notices.getByRole('listitem')).toContainText('this device');
    await expect(notices.getByRole('switch', { name: 'New orders' })).toBeChecked();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoAxeViolation(page, `notices, ${width} px`);
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `notices-${width}.png`), fullPage: true });
    }
    await notices.getByRole('button', { name: 'Send a test notice' }).click();
    await expect(notices.getByRole('status')).toHaveText('It is on its way.');
    await expect.poll(() => service.bodies.length, { timeout: 30_000 }).toBe(1);

    // Somebody buys.
    const shopper = await (await page.context().browser()?.newContext({ baseURL: shop.origin }))?.newPage();
    if (!shopper) throw new Error('no second browser');
    await addSourdough(shopper, 2);
    await shopper.goto('/checkout');
    await fillCheckout(shopper, 'told@shopper.example');
    await chooseDelivery(shopper, 2);
    await pay(shopper);
    await shopper.context().close();
    await expect.poll(() => service.bodies.length, { timeout: 30_000 }).toBe(2);
    const told = browser.open(service.bodies[1] ?? Buffer.alloc(0));
    const [[id = '', number = '', cents = ''] = []] = query(
      shop,
      "SELECT id, number, grand_total_cents FROM shop_order WHERE email = 'told@shopper.example'",
    );
    expect(told).toContain(`#${number}`);
    expect(told).toContain((Number(cents) / 100).toFixed(2));
    expect(told).not.toMatch(/told@|Market Street/);

    // The browser hands it to the worker as its push service would.
    const devtools = await context.newCDPSession(page);
    const registration = new Promise<string>((done) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/config/notices/'));
        if (ours) done(ours.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const { origin } = new URL(shop.editor);
    const deliver = async () =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data: told });
    const shown = () =>
      page.evaluate(async () => {
        const there = await navigator.serviceWorker.getRegistration('/config/notices/');
        return (await there?.getNotifications())?.map(({ title, body }) => `${title} ${body}`) ?? [];
      });
    await deliver();
    await expect.poll(async () => (await shown()).join('\n')).toContain(`#${number}`);

    // It is clicked.
    const worker = context.serviceWorkers().find((one) => one.url().includes('/config/worker.js'));
    if (!worker) throw new Error('no worker');
    // What is open hears of it once it listens.
    const devices = page.waitForResponse((answer) => answer.url().endsWith('/account/devices'));
    await page.goto(`${shop.editor}/config/home`);
    await devices;
    await worker.evaluate(async () => {
      const own = self as unknown as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (type: string, init: { notification?: Notification }) => Event;
      };
      const [notification] = await own.registration.getNotifications();
      self.dispatchEvent(new own.NotificationEvent('notificationclick', notification ? { notification } : {}));
    });
    await expect(page).toHaveURL(new RegExp(`order=${id}`));
    await expect(page.getByText('1 Market Street').first()).toBeVisible();
    await expect.poll(shown).toEqual([]);

    // Taken from the list, nothing more is sent.
    await page.goto(`${shop.editor}/config/commerce?tab=notices`);
    await notices.getByRole('button', { name: /^Remove / }).click();
    await expect(notices.getByText('No device of yours has notices.')).toBeVisible();
  } finally {
    await shop.remove();
    service.server.close();
  }
});
