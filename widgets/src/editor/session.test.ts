import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import type { FileAction } from './core/change.ts';
import type { Json } from './core/json.ts';
import { createSession, type Session } from './state/session.ts';
import { mockSite } from './test/site.ts';

const PATH = 'content/blog/first.json';
const set = (pointer: string, value: Json): FileAction => ({
  kind: 'edit',
  path: PATH,
  edits: [{ op: 'set', pointer, value }],
});
const started = async () => {
  const mock = mockSite();
  server.use(...mock.handlers);
  const session: Session = createSession();
  await session.open(PATH);
  return { mock, session };
};

test('E-001 a title that is changed is saved by itself', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  const { mock, session } = await started();
  session.act('title', [set('/title', 'The second loaf')]);
  expect(session.$saving.get()).toEqual({ is: 'unsaved' });
  await jest.advanceTimersByTimeAsync(600);
  jest.useRealTimers();
  await session.save();
  expect(mock.json(PATH)).toMatchObject({ title: 'The second loaf' });
  expect(session.$saving.get()).toEqual({ is: 'saved' });
});

test('what is typed while a save is on its way is saved as well', async () => {
  const { mock, session } = await started();
  let arrived = () => {};
  const arrives = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post(
      '*/config/api/changes',
      async () => {
        arrived();
        await held;
      },
      { once: true },
    ),
  );
  session.act('title', [set('/title', 'A lo')], 'title');
  const saving = session.save();
  await arrives;
  session.act('title', [set('/title', 'A loaf')], 'title');
  answer();
  await saving;
  await session.save();
  expect(mock.json(PATH)).toMatchObject({ title: 'A loaf' });
  expect(mock.changes).toHaveLength(2);
  expect(session.$saving.get()).toEqual({ is: 'saved' });
});

test('E-005, E-006 saving is told before the call and after the answer', async () => {
  const { mock, session } = await started();
  const events: string[] = [];
  session.frame.on('save enter', () => events.push(`enter ${mock.changes.length}`));
  session.frame.on('save exit', ({ saved }) => events.push(`exit ${mock.changes.length} ${saved}`));
  session.act('title', [set('/title', 'A')]);
  await session.save();
  expect(events).toEqual(['enter 0', 'exit 1 true']);
});

test('S-965 a step on a file that is gone is left out, and stands in the way of no other', async () => {
  const { mock, session } = await started();
  const other = 'content/about/collection.json';
  await session.open(other);
  session.act('title', [set('/title', 'A')]);
  session.act('page', [{ kind: 'edit', path: other, edits: [{ op: 'set', pointer: '/title', value: 'B' }] }]);
  await session.save();
  mock.files.delete(other);
  session.hear({ kind: 'changed', id: 1, paths: [other], digests: { [other]: null } });
  expect(session.undo()).toBe(false);
  expect(session.$notices.get()).toHaveLength(1);
  expect(session.undo()).toBe(true);
  await session.save();
  expect(mock.json(PATH)).toMatchObject({ title: 'The first loaf' });
});

test('undo goes over all files, and is saved as well', async () => {
  const { mock, session } = await started();
  session.act('title', [set('/title', 'A')]);
  await session.save();
  session.undo();
  await session.save();
  expect(mock.json(PATH)).toMatchObject({ title: 'The first loaf' });
  session.redo();
  await session.save();
  expect(mock.json(PATH)).toMatchObject({ title: 'A' });
});

test('E-018 a call without an answer is a Network error, and what was written stays', async () => {
  const { session } = await started();
  server.use(http.post('*/config/api/changes', () => HttpResponse.error()));
  session.act('title', [set('/title', 'A')]);
  await session.save();
  expect(session.$saving.get()).toEqual({ is: 'failed', message: 'Network error', tries: 1 });
  expect(session.$documents.get().pending).toHaveLength(1);
  session.stop();
});

test('E-017 a failure without a message is Something went wrong', async () => {
  const { session } = await started();
  server.use(http.post('*/config/api/changes', () => new HttpResponse(null, { status: 500 })));
  session.act('title', [set('/title', 'A')]);
  await session.save();
  expect(session.$saving.get()).toMatchObject({ is: 'failed', message: 'Something went wrong' });
  session.stop();
});

test('what two have changed is shown, and nothing is written before the owner has chosen', async () => {
  const { mock, session } = await started();
  mock.files.set(PATH, { ...(mock.json(PATH) as object), title: 'Theirs' });
  session.act('both', [set('/title', 'Mine'), set('/status', 'Private')]);
  await session.save();
  const state = session.$saving.get();
  expect(state).toMatchObject({ is: 'conflict', conflicts: [{ pointer: '/title', yours: 'Mine', theirs: 'Theirs' }] });
  expect(mock.json(PATH)).toMatchObject({ title: 'Theirs', status: 'Draft' });
  if (state.is !== 'conflict') throw new Error('there is a conflict');
  await session.resolve(state.conflicts.map((conflict) => ({ conflict, keep: 'theirs' })));
  expect(mock.json(PATH)).toMatchObject({ title: 'Theirs', status: 'Private' });
  expect(session.$saving.get()).toEqual({ is: 'saved' });
});

test('the owner keeps theirs: it stands over what the other wrote', async () => {
  const { mock, session } = await started();
  mock.files.set(PATH, { ...(mock.json(PATH) as object), title: 'Theirs', excerpt: 'New' });
  session.act('title', [set('/title', 'Mine')]);
  await session.save();
  const state = session.$saving.get();
  if (state.is !== 'conflict') throw new Error('there is a conflict');
  await session.resolve(state.conflicts.map((conflict) => ({ conflict, keep: 'yours' })));
  expect(mock.json(PATH)).toMatchObject({ title: 'Mine', excerpt: 'New' });
});

test('a refusal keeps what was written and says where it is wrong', async () => {
  const { session } = await started();
  const diagnostics = [{ code: 'title', message: 'A title is needed.', file: PATH, line: 3, column: 5 }];
  server.use(http.post('*/config/api/changes', () => HttpResponse.json({ diagnostics }, { status: 422 })));
  session.act('title', [set('/title', '')]);
  await session.save();
  expect(session.$saving.get()).toEqual({ is: 'refused', diagnostics });
});

test('a file that a text editor changed is read again', async () => {
  const { mock, session } = await started();
  mock.files.set(PATH, { ...(mock.json(PATH) as object), title: 'By hand' });
  session.hear({ kind: 'changed', id: 1, paths: [PATH], digests: { [PATH]: 'another' } });
  await new Promise<void>((resolve) => {
    const stop = session.$documents.listen(() => {
      stop();
      resolve();
    });
  });
  expect(session.$documents.get().files.get(PATH)).toMatchObject({ json: { title: 'By hand' } });
});

test('E-022 faults that are said while the site is asked for outlive the older answer', async () => {
  const { mock, session } = await started();
  const fault = {
    code: 'json-syntax',
    severity: 'error' as const,
    message: 'Not closed',
    file: PATH,
    line: 1,
    column: 1,
    length: 1,
  };
  const { site } = mock;
  await session.loadSite(() => Promise.resolve({ ...site, diagnostics: [fault] }));
  expect(session.$diagnostics.get()).toEqual([fault]);
  // The answer left the server before the file was put right, and arrives after the news.
  await session.loadSite(() => {
    session.hear({ kind: 'diagnostics', id: 2, diagnostics: [] });
    return Promise.resolve({ ...site, diagnostics: [fault] });
  });
  expect(session.$diagnostics.get()).toEqual([]);
  session.stop();
});
