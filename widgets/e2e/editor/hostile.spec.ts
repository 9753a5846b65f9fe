import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '@playwright/test';
import { ROOT } from '../shopServer.ts';
import { openEditor, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

type Document = { paths: Record<string, Record<string, unknown>> };
const callsOf = (file: string): [string, string][] => {
  const { paths } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path.replace(/\{[^}]+\}/g, 'x')]),
  );
};
/** Every call of the editor, and those of the shop that are its owner's. */
const EDITOR = callsOf('generator/editor.openapi.json');
const OWNER: [string, string][] = [
  ['GET', '/api/commerce/orders'],
  ['GET', '/api/commerce/orders.csv'],
  ['GET', '/api/commerce/coupons'],
  ['PUT', '/api/commerce/coupons/FREE'],
  ['GET', '/api/commerce/actions'],
  ['GET', '/api/commerce/deliveries'],
  ['GET', '/api/form/submissions'],
  ['GET', '/api/form/submissions.csv'],
  ['GET', '/api/mailing-list/members'],
  ['DELETE', '/api/mailing-list/members/ann@shopper.example'],
  ['GET', '/api/comments/moderation'],
  ['GET', '/api/reports/overview'],
  ['PUT', '/api/site-header-footer'],
];

/** One thing that the script tried, and what came of it. */
type Tried = { what: string; got: string };

/** What a script of the site tries. It runs in the page of the frame, as the site's own. */
async function attack([editor, calls]: [string, [string, string][]]): Promise<Tried[]> {
  const tried: Tried[] = [];
  const say = (what: string, got: unknown) => void tried.push({ what, got: String(got) });
  const within = <T>(ms: number, wait: Promise<T>) =>
    Promise.race([wait, new Promise<string>((done) => setTimeout(() => done('nothing'), ms))]);
  const guesses = { 'x-loggia-editor': '1', 'content-type': 'application/json' };
  for (const [method, path] of calls) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"changes":[]}' };
    for (const credentials of ['include', 'omit'] as const) {
      const init = { method, credentials, ...body };
      await fetch(editor + path, init).then(
        (answer) => say(`fetch ${credentials} ${method} ${path}`, `read ${answer.status}`),
        () => say(`fetch ${credentials} ${method} ${path}`, 'blocked'),
      );
      await fetch(editor + path, { ...init, headers: guesses }).then(
        (answer) => say(`fetch with headers ${credentials} ${method} ${path}`, `read ${answer.status}`),
        () => say(`fetch with headers ${credentials} ${method} ${path}`, 'blocked'),
      );
      if (method === 'GET' || method === 'POST')
        await fetch(editor + path, { ...init, mode: 'no-cors' }).then(
          async (answer) =>
            say(`blind ${credentials} ${method} ${path}`, `${answer.status} ${(await answer.text()).length}`),
          () => say(`blind ${credentials} ${method} ${path}`, 'blocked'),
        );
      const own = await fetch(path, { ...init, headers: guesses });
      say(
        `own origin ${credentials} ${method} ${path}`,
        [401, 403, 404, 405].includes(own.status) ? 'refused' : own.status,
      );
    }
  }
  const loads = (element: HTMLElement) =>
    within(
      5000,
      new Promise<string>((done) => {
        element.addEventListener('load', () => done('loaded'));
        element.addEventListener('error', () => done('blocked'));
        document.body.append(element);
      }),
    );
  for (const path of ['/config/api/site', '/config/api/file?path=site.json', '/files/arcade-at-dawn.jpg']) {
    say(`image ${path}`, await loads(Object.assign(new Image(), { src: editor + path })));
    say(`script ${path}`, await loads(Object.assign(document.createElement('script'), { src: editor + path })));
  }
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${editor}/config/api/site` });
  say('style sheet', await loads(sheet));
  for (const address of [`${editor}/config/api/events`, '/config/api/events']) {
    const events = new EventSource(address, { withCredentials: true });
    const heard = new Promise<string>((done) => {
      events.addEventListener('editor', () => done('heard'));
      events.addEventListener('error', () => done('blocked'));
    });
    say(`EventSource ${address === '/config/api/events' ? 'own' : 'editor'}`, await within(5000, heard));
    events.close();
  }
  const frame = document.createElement('iframe');
  frame.name = 'inner';
  frame.src = `${editor}/config`;
  await loads(frame);
  const inside = (() => {
    try {
      return (
        frame.contentWindow?.document.querySelector('meta[name="loggia-editor"]')?.getAttribute('content') ?? 'nothing'
      );
    } catch {
      return 'blocked';
    }
  })();
  say('frame of the editor', inside);
  for (const path of [
    '/config/api/changes',
    '/config/api/publish',
    '/config/api/upload?name=a.svg',
    '/api/site-users/account/session',
  ]) {
    const form = document.createElement('form');
    form.action = editor + path;
    form.method = 'post';
    form.enctype = 'text/plain';
    form.target = 'inner';
    form.append(Object.assign(document.createElement('input'), { name: '{"changes":[],"x":"', value: '"}' }));
    document.body.append(form);
    form.submit();
    await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  }
  const popup = window.open(`${editor}/config`);
  await new Promise((done) => setTimeout(done, 500));
  say(
    'popup',
    (() => {
      try {
        return popup?.document.documentElement.outerHTML.includes('loggia-editor') ? 'read' : 'nothing';
      } catch {
        return 'blocked';
      }
    })(),
  );
  popup?.close();
  for (const [name, reach] of [
    ['parent document', () => window.parent.document.title],
    ['top document', () => window.top?.document.title],
    ['parent storage', () => window.parent.localStorage.length],
    ['parent function', () => (window.parent as unknown as { fetch: unknown }).fetch],
    [
      'frame element',
      () =>
        window.frameElement?.outerHTML ??
        (() => {
          throw new Error('none');
        })(),
    ],
    [
      'top location',
      () => {
        if (window.top) window.top.location.href = 'https://evil.example/';
        return 'left';
      },
    ],
    ['top name', () => window.top?.location.href],
  ] as const) {
    try {
      say(name, `got ${reach()}`);
    } catch {
      say(name, 'blocked');
    }
  }
  const answers: unknown[] = [];
  window.addEventListener('message', (event) => {
    if (event.data?.loggia !== 'editor') answers.push(event.data);
  });
  for (const message of [
    { loggia: 'frame', type: 'shown', path: '//evil.example' },
    { loggia: 'frame', type: 'edit', source: 'javascript:alert(1)#/x' },
    { loggia: 'editor', type: 'reload' },
    { loggia: 'frame', type: 'save', path: 'site.json', json: {} },
    '<img src=x onerror=alert(1)>',
  ])
    window.parent.postMessage(message, '*');
  await new Promise((done) => setTimeout(done, 300));
  say('postMessage answers', answers.length);
  say('cookies', /EditorSession|loggia-preview|SiteUserSession/.test(document.cookie) ? 'read' : 'none');
  say('address', /[0-9a-f]{32}/.test(location.href) ? 'has a key' : 'has no key');
  return tried;
}

/** The site's own page in the frame, as scripts of the site are in it. */
const framed = (frames: Frame[], origin: string): Frame => {
  const found = frames.find((frame) => frame.parentFrame()?.parentFrame() === null && frame.url().startsWith(origin));
  if (!found) throw new Error('The frame shows no page of the site.');
  return found;
};

test('S-109 scripts of the site try every call of the editor and of the owner, and get nothing', async ({
  page,
  shared,
}) => {
  test.setTimeout(240_000);
  const mark = (place: string) => `(window.ran=window.ran||[]).push(${JSON.stringify(place)});`;
  shared.retype(
    'template/footer.region',
    '{squarespace-footers}',
    `<script>${mark('template')}</script>\n{squarespace-footers}`,
  );
  const post = { status: 'Published', publishOn: 1735689600000, author: 'x' };
  const head = JSON.stringify({ title: 'Hostile words', urlId: 'hostile-words', ...post });
  shared.write(
    'content/blog/90-hostile-words.md',
    `---\n${head}\n---\nWords.\n\n<script>${mark('markdown')}</script>\n`,
  );
  const blocks = [
    { type: 22, value: { html: `<script>${mark('embed')}</script>` } },
    { type: 23, value: { source: `${mark('injection')}`, language: 'javascript', displaySource: false } },
    {
      type: 23,
      value: { source: `<script>${mark('injected html')}</script>`, language: 'html', displaySource: false },
    },
  ];
  shared.write(
    'content/blog/91-hostile-blocks.json',
    JSON.stringify({ title: 'Hostile blocks', urlId: 'hostile-blocks', ...post, blocks }, null, 2),
  );
  await shared.shows('/blog/hostile-blocks', 'injected html');
  await shared.shows('/blog/hostile-words', 'markdown');
  const before = shared.touched();

  const foreign: string[] = [];
  page.context().on('response', (answer) => {
    const request = answer.request();
    if (new URL(answer.url()).origin !== shared.editor) return;
    let of: Frame | null = null;
    try {
      of = request.frame();
    } catch {
      return; // A window of its own, which nobody of the site reads.
    }
    if (of === page.mainFrame() || of.page() !== page) return;
    foreign.push(`${answer.status()} ${request.method()} ${new URL(answer.url()).pathname}`);
  });

  const ran = new Set<string>();
  for (const place of ['hostile-words', 'hostile-blocks']) {
    const file = place === 'hostile-words' ? '90-hostile-words.md' : '91-hostile-blocks.json';
    await openEditor(page, `website/pages?file=${encodeURIComponent(`content/blog/${file}`)}`);
    await theSite(page).locator('body').waitFor();
    const frame = page.frames().find((found) => found.url().startsWith(shared.origin));
    await frame?.goto(`${shared.origin}/blog/${place}`);
    const now = framed(page.frames(), shared.origin);
    for (const one of await now.evaluate(() => (window as unknown as { ran: string[] }).ran)) ran.add(one);
  }
  expect([...ran].sort()).toEqual(['embed', 'injected html', 'injection', 'markdown', 'template']);

  const calls = [...EDITOR, ...OWNER];
  expect(EDITOR.length).toBeGreaterThanOrEqual(16);
  const tried = await framed(page.frames(), shared.origin).evaluate(attack, [shared.editor, calls] as [
    string,
    [string, string][],
  ]);
  expect(tried.length).toBeGreaterThan(calls.length * 6);
  const allowed = /^(blocked|refused|nothing|none|has no key|0)$/;
  expect(tried.filter(({ got }) => !allowed.test(got))).toEqual([]);
  // What reached the editor's server at all was refused there as well.
  expect(foreign.filter((line) => !/^40[134] /.test(line))).toEqual([]);
  expect(page.url().startsWith(`${shared.editor}/config`)).toBe(true);
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toBeVisible();
  expect(shared.touched()).toEqual(before);
});
