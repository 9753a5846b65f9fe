import { logIn, logOut } from './account.ts';

const forgotten: unknown[] = [];
beforeEach(() => {
  forgotten.length = 0;
  Object.assign(globalThis, {
    caches: { delete: (name: string) => Promise.resolve(Boolean(forgotten.push(name))) },
    fetch: () => Promise.resolve(new Response('{}')),
  });
  const active = { postMessage: (said: unknown) => forgotten.push(said) };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: (scope: string) => Promise.resolve(scope === '/config/' ? { active } : undefined) },
  });
});

test.each([
  ['logs out', () => logOut(false)],
  ['logs in', () => logIn({ email: 'b@shop.example', password: 'x' })],
])('S-981 who %s leaves nothing to read of the orders that were kept for somebody else', async (_, step) => {
  await step();
  await new Promise((done) => setTimeout(done, 0));
  expect(forgotten).toEqual(['loggia-answers', { forget: 'answers' }]);
});

test('S-981 a browser that keeps nothing logs out as well', async () => {
  Reflect.deleteProperty(globalThis, 'caches');
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: undefined });
  await expect(logOut(false)).resolves.toBeUndefined();
});
