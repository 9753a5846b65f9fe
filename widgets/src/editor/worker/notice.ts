/** What the shop tells this browser: shown, joined with what is still shown of the same kind, and opened. */
export type Notice = { kind: string; count: number; title: string; body: string; many: string; order: string };

type Shown = { data: unknown; close: () => void };
type Options = { body: string; tag: string; renotify: boolean; icon: string; data: { count: number; path: string } };
export type Shows = {
  getNotifications: (filter: { tag: string }) => Promise<Shown[]>;
  showNotification: (title: string, options: Options) => Promise<void>;
};

const ICON = '/config/icon-192.png';

/** The message of the shop; one that cannot be read is told of all the same, as browsers want it. */
export function noticeOf(text: string | undefined): Notice {
  let said: Partial<Record<keyof Notice, unknown>> = {};
  try {
    said = Object(JSON.parse(text ?? '')) as typeof said;
  } catch {
    // Nothing is known of it.
  }
  const word = (value: unknown) => (typeof value === 'string' ? value : '');
  const count = typeof said.count === 'number' && said.count > 0 ? said.count : 1;
  const [kind, title, body] = [word(said.kind), word(said.title), word(said.body)];
  return { kind, count, title: title || 'Loggia', body, many: word(said.many), order: word(said.order) };
}

/** Where a click on it leads. */
export function pathOf({ kind, order }: Pick<Notice, 'kind' | 'order'>): string {
  if (kind === 'order' || kind === 'payment' || kind === 'mention')
    return `/config/commerce?tab=orders${order ? `&order=${encodeURIComponent(order)}` : ''}`;
  if (kind === 'stock') return '/config/commerce?tab=stock';
  if (kind === 'message' || kind === 'review') return '/config/inbox';
  return '/config/home';
}

const countOf = (shown: Shown): number => {
  const { count } = Object(shown.data) as { count?: unknown };
  return typeof count === 'number' ? count : 1;
};

/** Shows a notice; several of a kind are one that says how many they are. */
export async function show(shows: Shows, notice: Notice): Promise<void> {
  const before = notice.many ? await shows.getNotifications({ tag: notice.kind }) : [];
  const count = before.reduce((sum, one) => sum + countOf(one), notice.count);
  const isJoined = count > notice.count;
  await shows.showNotification(isJoined ? notice.many.replace('{count}', String(count)) : notice.title, {
    body: isJoined ? '' : notice.body,
    tag: notice.kind || 'notice',
    renotify: true,
    icon: ICON,
    data: { count, path: pathOf(isJoined ? { kind: notice.kind, order: '' } : notice) },
  });
}

export type Window = { url: string; focus: () => Promise<unknown>; postMessage: (said: unknown) => void };
export type Windows = {
  matchAll: (filter: { type: 'window'; includeUncontrolled: true }) => Promise<Window[]>;
  openWindow: (path: string) => Promise<unknown>;
};

/** Opens what a notice is about, in a window of the editor that is there, or in a new one. */
export async function open(windows: Windows, clicked: { data: unknown; close: () => void }): Promise<void> {
  clicked.close();
  const { path } = Object(clicked.data) as { path?: unknown };
  const wanted = typeof path === 'string' && path.startsWith('/config/') ? path : '/config/home';
  const all = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const here = all.find(({ url }) => /^\/config(\/|$)/.test(new URL(url).pathname));
  if (!here) return void (await windows.openWindow(wanted));
  // A window that may not come to the front shows the place all the same.
  await here.focus().catch(() => undefined);
  here.postMessage({ open: wanted });
}
