import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { watchRequests } from '../test/shop.ts';
import { keepKey } from './formKey.ts';

const HOUR = 3_600_000;
let keys = 0;
/** Gives keys by number, whose work is small and which hold an hour. */
const giving = (shortest = 0) => {
  keys = 0;
  server.use(
    http.post('*/api/form/FormSubmissionKey', () => {
      keys += 1;
      const key = `key-${keys}`;
      return HttpResponse.json({
        data: { key, work: { challenge: key, bits: 4, puzzles: 2, shortest, lifetime: HOUR } },
      });
    }),
  );
};
const clock = (start = Date.now()) => {
  let now = start;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  return (milliseconds: number) => {
    now += milliseconds;
  };
};

afterEach(() => jest.restoreAllMocks());

test('one key for every touch until it is taken, with the proof of its work', async () => {
  giving();
  const form = keepKey(true);
  form.touch();
  form.touch();
  expect(await form.take()).toEqual({ key: 'key-1', proof: expect.stringMatching(/^key-1:\d+\.\d+$/) as string });
  expect(keys).toBe(1);
  form.drop();
  expect((await form.take()).key).toBe('key-2');
});

test('A-051 forty minutes of typing need no other key; one that is nearly over is renewed', async () => {
  giving();
  const pass = clock();
  const form = keepKey(true);
  form.touch();
  expect((await form.take()).key).toBe('key-1');
  pass(40 * 60_000);
  expect((await form.take()).key).toBe('key-1');
  pass(19.5 * 60_000);
  const renewed = await form.take();
  expect(renewed.key).toBe('key-2');
  expect(renewed.proof).toMatch(/^key-2:/);
});

test('a key is not handed out sooner than any person, and where a captcha is solved at once', async () => {
  giving(60);
  const begun = performance.now();
  await keepKey(true).take();
  expect(performance.now() - begun).toBeGreaterThanOrEqual(55);
  const { proof } = await keepKey(false).take();
  expect(proof).toBeNull();
});

test('another session has another key', async () => {
  giving();
  const form = keepKey(true);
  form.touch();
  await form.take();
  // biome-ignore lint/suspicious/noDocumentCookie: what the server sets when somebody logs in
  document.cookie = 'crumb=another';
  expect((await form.take()).key).toBe('key-2');
});

test('S-519 a key that was asked for with a crumb which another first call replaced meanwhile is asked for anew', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the first call of a page brings
  document.cookie = 'crumb=first';
  const asked: (string | null)[] = [];
  server.use(
    http.post('*/api/form/FormSubmissionKey', ({ request }) => {
      asked.push(request.headers.get('x-csrf-token'));
      // The answer to a call that was under way before this one had a crumb comes in after it was sent.
      // biome-ignore lint/suspicious/noDocumentCookie: what the server sets
      document.cookie = 'crumb=second';
      const key = `key-${asked.length}`;
      const work = { challenge: key, bits: 4, puzzles: 2, shortest: 0, lifetime: HOUR };
      return HttpResponse.json({ data: { key, work } });
    }),
  );
  const form = keepKey(true);
  form.touch();
  expect((await form.take()).key).toBe('key-2');
  expect(asked).toEqual(['first', 'second']);
});

test('W-160 a key that was not had is asked for again', async () => {
  server.use(http.post('*/api/form/FormSubmissionKey', () => HttpResponse.json({}, { status: 500 })));
  const form = keepKey(true);
  const seen = watchRequests();
  form.touch();
  await expect(form.take()).rejects.toThrow();
  giving();
  expect((await form.take()).key).toBe('key-1');
  expect(seen.length).toBeGreaterThanOrEqual(1);
});
