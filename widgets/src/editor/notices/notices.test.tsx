import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { DeviceNotices } from './DeviceNotices.tsx';
import type { Devices } from './push.ts';

const PATH = '*/api/site-users/account/devices';
const OLD = {
  id: 'old',
  name: 'Firefox on Linux',
  kinds: ['stock'],
  createdOn: 0,
  seenOn: 0,
  isThis: false,
  isOver: false,
};
const NONE: Devices = { isOn: true, publicKey: 'AQID', open: ['order', 'payment', 'stock'], devices: [OLD] };

type Sent = { kinds: string[]; endpoint: string; keys: unknown; language: string };

/** A browser with a push service, which the tests have not: it remembers what it was asked. */
function browserWith(permission: NotificationPermission) {
  const did: string[] = [];
  const keys = { p256dh: 'p', auth: 'a' };
  const own = {
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/x', keys }),
    unsubscribe: () => Promise.resolve(did.push('unsubscribed')),
  };
  let known: typeof own | null = null;
  let there: object | undefined;
  const registration = {
    active: {},
    pushManager: {
      getSubscription: () => Promise.resolve(known),
      subscribe: () => {
        did.push('subscribed');
        known = own;
        return Promise.resolve(own);
      },
    },
    unregister: () => Promise.resolve(did.push('unregistered')),
  };
  Object.assign(navigator, {
    serviceWorker: {
      getRegistration: () => Promise.resolve(there),
      register: (_: string, { scope }: { scope: string }) => {
        did.push(scope);
        there = registration;
        return Promise.resolve(registration);
      },
    },
  });
  Object.assign(window, {
    PushManager: {},
    Notification: { permission, requestPermission: () => Promise.resolve(permission) },
  });
  return did;
}

/** The shop, which keeps what it is sent. */
function shop(first: Devices) {
  let known = first;
  const sent: Sent[] = [];
  const answers = [
    http.get(PATH, () => HttpResponse.json(known)),
    http.put(PATH, async ({ request }) => {
      const body = (await request.json()) as Sent;
      sent.push(body);
      const own = { ...OLD, id: 'own', name: 'Chrome on Android', kinds: body.kinds, isThis: true };
      known = { ...known, devices: [OLD, own] };
      return HttpResponse.json(known);
    }),
    http.delete(`${PATH}/:id`, ({ params }) => {
      known = { ...known, devices: known.devices.filter(({ id }) => id !== params.id) };
      return HttpResponse.json(known);
    }),
    http.post(`${PATH}/:id/try`, () => new HttpResponse(null, { status: 204 })),
  ];
  return { sent, answers };
}

afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test.each([
  ['what the operator did not set up', { ...NONE, isOn: false }, /has not set notices up/],
  ['roles that open nothing', { ...NONE, open: [] }, /Your roles open nothing/],
  ['a browser without notices', NONE, /This browser has no notices/],
])('S-669 it says why it cannot be switched on: %s', async (_, devices, text) => {
  const { answers } = shop(devices);
  renderIn(<DeviceNotices />, { answers });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('switch')).toBeNull();
  // Other devices of one's own are taken away from here all the same.
  expect(screen.getByRole('button', { name: 'Remove Firefox on Linux' })).toBeEnabled();
});

test('S-669 a browser where notices are blocked says where to allow them', async () => {
  browserWith('denied');
  const { answers } = shop(NONE);
  renderIn(<DeviceNotices />, { answers });
  expect(await screen.findByText(/blocked in the browser/)).toBeVisible();
});

test('S-669 kinds are chosen one by one, tried, and all switched off again', async () => {
  const did = browserWith('granted');
  const { answers, sent } = shop(NONE);
  const { user } = renderIn(<DeviceNotices />, { answers });
  await user.click(await screen.findByRole('switch', { name: 'New orders' }));
  await waitFor(() => expect(screen.getByRole('switch', { name: 'New orders' })).toBeChecked());
  expect(did).toEqual(['/config/notices/', 'subscribed']);
  expect(sent[0]).toEqual({
    endpoint: 'https://push.example/x',
    keys: { p256dh: 'p', auth: 'a' },
    kinds: ['order'],
    language: 'en',
  });
  await user.click(screen.getByRole('switch', { name: 'Low stock' }));
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Low stock' })).toBeChecked());
  expect(sent[1]?.kinds).toEqual(['order', 'stock']);
  await user.click(screen.getByRole('button', { name: 'Send a test notice' }));
  expect(await screen.findByText('It is on its way.')).toBeVisible();
  const list = screen.getByRole('list', { name: 'Your devices' });
  expect(within(list).getByText(/Chrome on Android · this device/)).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'New orders' }));
  await waitFor(() => expect(screen.getByRole('switch', { name: 'New orders' })).not.toBeChecked());
  await user.click(screen.getByRole('switch', { name: 'Low stock' }));
  await waitFor(() => expect(within(list).queryByText(/this device/)).toBeNull());
  expect(did.slice(-2)).toEqual(['unsubscribed', 'unregistered']);
  expect(within(list).getByRole('button', { name: 'Remove Firefox on Linux' })).toBeVisible();
});

test('S-669 who says no in the browser is told that nothing was switched on', async () => {
  const did = browserWith('default');
  const { answers, sent } = shop(NONE);
  const { user } = renderIn(<DeviceNotices />, { answers });
  await user.click(await screen.findByRole('switch', { name: 'New orders' }));
  expect(await screen.findByText(/Nothing was switched on/)).toBeVisible();
  expect([did, sent]).toEqual([[], []]);
  expect(screen.getByRole('switch', { name: 'New orders' })).not.toBeChecked();
});
