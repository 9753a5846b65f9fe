import { HttpResponse, http } from 'msw';
import { server as network } from '../../mock-api/server.ts';
import type { FileAction, WireChange } from './core/change.ts';
import type { Edit } from './core/edit.ts';
import { at, isObject, type Json, steps } from './core/json.ts';
import type { Draft, Drafts } from './state/drafts.ts';
import { createSession, type Session } from './state/session.ts';

/** The browser's store, as far as a session sees it. */
function memory(): Drafts & { kept: Map<string, Draft> } {
  const kept = new Map<string, Draft>();
  return {
    kept,
    all: () => Promise.resolve(structuredClone([...kept.values()])),
    write: (put, remove) => {
      for (const id of remove) kept.delete(id);
      for (const draft of put) kept.set(draft.id, structuredClone(draft));
      return Promise.resolve();
    },
  };
}

const NAMES = ['content/blog/a.json', 'content/blog/b.json', 'site.json'];
const EXTRA = ['content/new/c.json', 'content/new/d.json'];
const first = (): Json => ({ title: 'first', tags: ['one', 'two', 'three'], hero: { alt: 'x' }, body: 'text' });
const digestOf = (json: Json): string => {
  let hash = 7;
  for (const character of JSON.stringify(json)) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) % 4_294_967_291;
  return `d${hash}`;
};

/** Does one edit as the document of the server's calls has it, and refuses what that does not know. */
function strictly(document: Json, edit: Edit): Json {
  const copy = structuredClone(document);
  const holderOf = (place: string): [Json | undefined, string] => {
    const way = steps(place);
    const last = way.pop() ?? '';
    let value: Json | undefined = copy;
    for (const step of way)
      value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
    return [value, last];
  };
  const no = () => {
    throw new Error(`edit ${JSON.stringify(edit)}`);
  };
  const take = (place: string): Json => {
    const [holder, last] = holderOf(place);
    const value = at(copy, place);
    if (value === undefined) return no();
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else if (isObject(holder)) delete holder[last];
    return value;
  };
  const add = (place: string, value: Json) => {
    const [holder, last] = holderOf(place);
    if (Array.isArray(holder)) {
      const index = last === '-' ? holder.length : Number(last);
      if (!(index >= 0 && index <= holder.length)) return no();
      holder.splice(index, 0, value);
    } else if (isObject(holder) && !Object.hasOwn(holder, last)) holder[last] = value;
    else no();
  };
  if (edit.op === 'set') {
    if (edit.pointer === '') return edit.value;
    const [holder, last] = holderOf(edit.pointer);
    if (Array.isArray(holder) ? !(Number(last) < holder.length) : !isObject(holder)) no();
    (holder as { [key: string]: Json })[last] = edit.value;
  } else if (edit.op === 'remove') take(edit.pointer);
  else if (edit.op === 'insert') add(edit.pointer, edit.value);
  else add(edit.pointer, take(edit.from));
  return copy;
}

/** How the server is: well, gone, gone after it has written, broken, or started anew. */
type Mood = 'well' | 'gone' | 'deaf' | 'broken' | 'new';

/** A server that does all of a call or none of it, by the letter. What says "bad" is refused with its place. */
function disk() {
  const files = new Map<string, Json>(NAMES.map((name) => [name, first()]));
  let mood: Mood = 'well';
  let crumb = 'crumb-1';
  let busy = 0;
  const badAt = (value: Json, place = ''): string | undefined => {
    if (typeof value === 'string') return value.startsWith('bad') ? place : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, inner] of Object.entries(value)) {
      const found = badAt(inner, `${place}/${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const result = (change: WireChange): Json | null | Response => {
    const there = files.get(change.path);
    const current = there === undefined ? null : digestOf(there);
    if (change.baseDigest !== current && !('delete' in change && there === undefined))
      return HttpResponse.json({ code: 'stale', message: `${change.path} is another` }, { status: 412 });
    if ('delete' in change) return null;
    if ('json' in change) return change.json;
    if ('text' in change) return JSON.parse(change.text) as Json;
    if (!('edits' in change) || there === undefined) return HttpResponse.json({ code: 'change' }, { status: 400 });
    try {
      return change.edits.reduce(strictly, there);
    } catch (thrown) {
      return HttpResponse.json({ code: 'edit', message: (thrown as Error).message }, { status: 400 });
    }
  };
  const handlers = [
    http.get('*/config/api/site', () => HttpResponse.json({ crumb, diagnostics: [], url: 'https://a.example' })),
    http.get('*/config/api/file', ({ request }) => {
      const path = new URL(request.url).searchParams.get('path') ?? '';
      const json = files.get(path);
      if (mood === 'gone') return HttpResponse.error();
      if (json === undefined) return HttpResponse.json({ code: 'missing', message: 'x' }, { status: 404 });
      return HttpResponse.json({ path, digest: digestOf(json), kind: 'item', json });
    }),
    http.post('*/config/api/changes', async ({ request }) => {
      busy += 1;
      try {
        if (mood === 'gone') return HttpResponse.error();
        if (mood === 'broken') return new HttpResponse(null, { status: 500 });
        if (request.headers.get('x-loggia-editor') !== crumb)
          return HttpResponse.json({ code: 'crumb', message: 'x' }, { status: 403 });
        const { changes } = (await request.json()) as { changes: WireChange[] };
        const done = changes.map((change) => [change.path, result(change)] as const);
        const refused = done.find(([, json]) => json instanceof Response);
        if (refused) return refused[1] as Response;
        const next = done as readonly (readonly [string, Json | null])[];
        const diagnostics = next.flatMap(([file, json]) => {
          const pointer = badAt(json);
          return pointer === undefined ? [] : [{ code: 'bad', message: 'bad', file, pointer, severity: 'error' }];
        });
        if (diagnostics.length > 0) return HttpResponse.json({ diagnostics }, { status: 422 });
        for (const [path, json] of next)
          if (json === null) files.delete(path);
          else files.set(path, json);
        if (mood === 'deaf') return HttpResponse.error();
        const answer = next.map(([path, json]) => ({
          path,
          digest: json === null ? null : digestOf(json),
          merged: false,
        }));
        return HttpResponse.json({ files: answer, diagnostics: [] });
      } finally {
        busy -= 1;
      }
    }),
  ];
  return {
    files,
    handlers,
    become: (next: Mood) => {
      if (next === 'new') crumb = `crumb-${Number(crumb.slice(6)) + 1}`;
      mood = next === 'new' ? 'well' : next;
    },
    site: () => ({ crumb, diagnostics: [], url: 'https://a.example' }),
    quiet: async () => {
      while (busy > 0) await nextTurn();
    },
  };
}

/** Numbers that look like chance and come again with the same seed. */
function chance(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (most: number) => Math.floor(next() * most),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    is: (share: number) => next() < share,
  };
}

const shown = (session: Session): Record<string, Json> =>
  Object.fromEntries(
    [...session.$documents.get().files]
      .map(([path, file]) => [path, 'json' in file ? file.json : file.text] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

const SEEDS = Number(process.env.LOGGIA_SEEDS ?? 40);
const STEPS = 50;

type World = {
  session: Session;
  store: ReturnType<typeof memory>;
  site: ReturnType<typeof disk>;
  clock: { now: number };
};

async function open(world: Omit<World, 'session'>): Promise<Session> {
  const { store, site, clock } = world;
  clock.now += 1;
  const tab = { name: 'tab', isFree: () => Promise.resolve(true) };
  const session = createSession({ drafts: store, tab: () => Promise.resolve(tab), now: () => clock.now });
  session.init({ ...site.site() });
  await session.ready();
  for (const path of [...NAMES, ...EXTRA]) await session.open(path).catch(() => undefined);
  return session;
}

/** Something that somebody does in a file: most of it typing. */
function anAct(random: ReturnType<typeof chance>, session: Session, count: number): void {
  const held = session.$documents.get().files;
  const path = random.of([...NAMES, ...EXTRA]);
  const file = held.get(path);
  if (!file) {
    const json = { ...(first() as object), title: `made ${count}` } as Json;
    session.act('new', [{ kind: 'create', path, content: { json } }]);
    return;
  }
  if (EXTRA.includes(path) && random.is(0.15)) {
    session.act('away', [{ kind: 'delete', path }]);
    return;
  }
  if (!('json' in file)) return;
  const edit = (one: Edit): FileAction => ({ kind: 'edit', path, edits: [one] });
  const value = random.is(0.12) ? `bad ${count}` : `typed ${count}`;
  const tags = at(file.json, '/tags');
  const size = Array.isArray(tags) ? tags.length : 0;
  const field = random.of(['/title', '/hero/alt', '/image/assetUrl', '/body', '/deep/er/est']);
  const choice = random.below(10);
  if (choice < 5) session.act('typing', [edit({ op: 'set', pointer: field, value })], `${path}#${field}`);
  else if (choice === 5) session.act('insert', [edit({ op: 'insert', pointer: '/tags/-', value })]);
  else if (choice === 6 && size > 0)
    session.act('remove', [edit({ op: 'remove', pointer: `/tags/${random.below(size)}` })]);
  else if (choice === 7 && size > 1) {
    const [from, to] = [random.below(size), random.below(size)];
    session.act('move', [edit({ op: 'move', from: `/tags/${from}`, pointer: `/tags/${to}` })]);
  } else if (choice === 8)
    session.act('picture', [edit({ op: 'insert', pointer: '/mainImage', value: { assetUrl: value }, before: 'body' })]);
  else session.act('cell', [edit({ op: 'set', pointer: '/tags', value: [value, 'last'] })]);
}

/** Every text that somebody sees is on the disk, waits in the page, or is kept by the browser. */
async function nothingIsLost({ session, store, site }: World, when: string): Promise<void> {
  await session.kept();
  const seen = JSON.stringify(shown(session)).match(/"(typed|bad|made) \d+"/g) ?? [];
  const places = [...site.files.values(), session.$documents.get().pending, [...store.kept.values()]];
  const all = JSON.stringify(places);
  for (const text of new Set(seen)) if (!all.includes(text)) throw new Error(`${text} is lost ${when}`);
  // A page that ended now would leave all that waits in the browser.
  const kept = JSON.stringify([...store.kept.values()]);
  const waits = JSON.stringify(session.$documents.get().pending).match(/"(typed|bad|made) \d+"/g) ?? [];
  for (const text of new Set(waits)) if (!kept.includes(text)) throw new Error(`${text} is not kept ${when}`);
}

async function reload(world: World): Promise<void> {
  const before = shown(world.session);
  await world.session.kept();
  world.session.stop();
  await world.site.quiet();
  world.session = await open(world);
  expect(shown(world.session)).toEqual(before);
}

test('S-265 whatever is typed, undone, refused, lost on the way or left by a reload is somewhere, and comes to the disk', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = chance(seed);
    const site = disk();
    network.use(...site.handlers);
    const world: World = { session: undefined as never, store: memory(), site, clock: { now: seed * 1_000_000 } };
    world.session = await open(world);
    let saving: Promise<void> = Promise.resolve();
    for (let step = 0; step < STEPS; step += 1) {
      const choice = random.below(20);
      const { session } = world;
      if (choice < 10) anAct(random, session, step);
      else if (choice < 12) session.undo();
      else if (choice === 12) session.redo();
      else if (choice < 15) saving = session.save();
      else if (choice < 17) await saving;
      else if (choice === 17) site.become(random.of(['well', 'gone', 'deaf', 'broken', 'new']));
      else if (choice === 18) site.become('well');
      else {
        const mood = random.is(0.5);
        if (mood) site.become('well');
        // A page opens only where a server answers.
        else site.become('new');
        await reload(world);
      }
      await nothingIsLost(world, `in step ${step} of seed ${seed}`);
    }
    site.become('well');
    await saving;
    const { session } = world;
    // What was refused is put right.
    for (const path of Object.keys(shown(session))) {
      const json = at(shown(session)[path], '') as Json;
      const good = JSON.parse(JSON.stringify(json).replaceAll('"bad ', '"good ')) as Json;
      if (JSON.stringify(good) !== JSON.stringify(json))
        session.act('mend', [{ kind: 'edit', path, edits: [{ op: 'set', pointer: '', value: good }] }]);
    }
    await session.save();
    await session.save();
    await session.kept();
    expect({ seed, saving: session.$saving.get(), kept: world.store.kept.size }).toEqual({
      seed,
      saving: { is: 'saved' },
      kept: 0,
    });
    expect(Object.fromEntries([...site.files].sort(([one], [other]) => one.localeCompare(other)))).toEqual(
      shown(session),
    );
    session.stop();
  }
}, 120_000);

const PATH = NAMES[0] as string;
const set = (path: string, pointer: string, value: Json): FileAction => ({
  kind: 'edit',
  path,
  edits: [{ op: 'set', pointer, value }],
});
const started = async () => {
  const site = disk();
  network.use(...site.handlers);
  const world: World = { session: undefined as never, store: memory(), site, clock: { now: 1 } };
  world.session = await open(world);
  return world;
};

test('S-266 a file that is refused holds up no other, and of itself only what is wrong', async () => {
  const { session, site } = await started();
  session.act('title', [set(PATH, '/title', 'bad 1')]);
  session.act('body', [set(PATH, '/body', 'typed 2')]);
  session.act('other', [set('site.json', '/title', 'typed 3')]);
  await session.save();
  expect(site.files.get('site.json')).toMatchObject({ title: 'typed 3' });
  expect(site.files.get(PATH)).toMatchObject({ title: 'first', body: 'typed 2' });
  expect(session.$saving.get()).toMatchObject({ is: 'refused', diagnostics: [{ file: PATH, pointer: '/title' }] });
  expect([...session.$troubles.get().keys()]).toEqual([PATH]);
  session.act('title', [set(PATH, '/title', 'good')]);
  await session.save();
  expect(site.files.get(PATH)).toMatchObject({ title: 'good', body: 'typed 2' });
  expect(session.$saving.get()).toEqual({ is: 'saved' });
  session.stop();
});

test('S-267 an answer that is lost is not done twice', async () => {
  const { session, site } = await started();
  site.become('deaf');
  session.act('tag', [{ kind: 'edit', path: PATH, edits: [{ op: 'insert', pointer: '/tags/-', value: 'four' }] }]);
  await session.save();
  expect(session.$saving.get()).toMatchObject({ is: 'failed' });
  site.become('well');
  await session.save();
  expect(site.files.get(PATH)).toMatchObject({ tags: ['one', 'two', 'three', 'four'] });
  expect(session.$saving.get()).toEqual({ is: 'saved' });
  session.stop();
});

test('S-268 a draft of a tab that is still open is left to it', async () => {
  const world = await started();
  world.site.become('gone');
  world.session.act('title', [set(PATH, '/title', 'typed 1')]);
  await world.session.kept();
  expect(world.store.kept.size).toBe(1);
  world.site.become('well');
  const other = { name: 'other', isFree: (draft: Draft) => Promise.resolve(draft.tab === 'other') };
  const session = createSession({ drafts: world.store, tab: () => Promise.resolve(other), now: () => 9 });
  session.init(world.site.site());
  await session.ready();
  expect(session.$documents.get().pending).toEqual([]);
  expect(world.store.kept.size).toBe(1);
  session.stop();
  world.session.stop();
});
