import { noticeOf, open, pathOf, type Shows, show } from './notice.ts';

type Options = Parameters<Shows['showNotification']>[1];
type Kept = { title: string; options: Options; data: unknown; close: () => void };

/** As the browser's: a notice takes the place of one with its tag. */
function screen() {
  const kept = new Map<string, Kept>();
  const shows: Shows = {
    getNotifications: ({ tag }) => Promise.resolve([kept.get(tag)].filter((one) => one !== undefined)),
    showNotification: (title, options) => {
      kept.set(options.tag, { title, options, data: options.data, close: () => void kept.delete(options.tag) });
      return Promise.resolve();
    },
  };
  return { kept, shows };
}

const order = (number: number, count = 1) =>
  noticeOf(
    JSON.stringify({
      kind: 'order',
      count,
      title: count === 1 ? `Order #${number}` : `${count} new orders`,
      body: '57.30 EUR',
      many: '{count} new orders',
      order: count === 1 ? `o${number}` : '',
    }),
  );

test('S-669 one order is named, and several that were not looked at are counted, none twice', async () => {
  const { kept, shows } = screen();
  await show(shows, order(1042));
  expect(kept.get('order')).toMatchObject({ title: 'Order #1042', options: { body: '57.30 EUR' } });
  expect(kept.get('order')?.data).toMatchObject({ path: '/config/commerce?tab=orders&order=o1042' });
  await show(shows, order(1043));
  await show(shows, order(0, 10));
  expect([...kept.values()].map(({ title }) => title)).toEqual(['12 new orders']);
  expect(kept.get('order')?.data).toEqual({ count: 12, path: '/config/commerce?tab=orders' });
  kept.get('order')?.close();
  await show(shows, order(1050));
  expect(kept.get('order')?.title).toBe('Order #1050');
});

test('S-669 a message that cannot be read is shown as one of the editor', async () => {
  const { kept, shows } = screen();
  for (const text of [undefined, '', '{', 'null', '[]', '{"title": 7, "count": "x"}'])
    await show(shows, noticeOf(text));
  expect([...kept.values()].map(({ title, data }) => [title, data])).toEqual([
    ['Loggia', { count: 1, path: '/config/home' }],
  ]);
});

test.each([
  ['stock', '/config/commerce?tab=stock'],
  ['mention', '/config/commerce?tab=orders'],
  ['message', '/config/inbox'],
  ['review', '/config/inbox'],
  ['try', '/config/home'],
])('S-669 a notice of %s opens %s', (kind, path) => {
  expect(pathOf({ kind, order: '' })).toBe(path);
});

test('S-669 a click goes to the window that is open, else to a new one, and never elsewhere', async () => {
  const did: unknown[] = [];
  const of = (url: string) => ({
    url,
    focus: () => Promise.resolve(did.push('focus')),
    postMessage: (said: unknown) => void did.push(said),
  });
  let all = [of('http://localhost:1/'), of('http://localhost:1/config/home')];
  const windows = {
    matchAll: () => Promise.resolve(all),
    openWindow: (path: string) => Promise.resolve(did.push(path)),
  };
  const click = (path: unknown) => open(windows, { data: { path }, close: () => void did.push('close') });
  await click('/config/inbox');
  expect(did.splice(0)).toEqual(['close', 'focus', { open: '/config/inbox' }]);
  all = [of('http://localhost:1/')];
  await click('https://evil.example/');
  expect(did.splice(0)).toEqual(['close', '/config/home']);
});
