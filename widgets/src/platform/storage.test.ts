import { local, session } from './storage.ts';

const refuse = () => {
  throw new DOMException('blocked', 'SecurityError');
};

test('storage that refuses is said once a try, and stops nothing', () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
  expect(local.read('a')).toBeNull();
  expect(session.write('a', '1')).toBe(false);
  session.remove('a');
  expect(warned.mock.calls).toEqual([
    ['Unable to access local storage'],
    ['Unable to access session storage'],
    ['Unable to access session storage'],
  ]);
});

test('what was kept is read again, and is gone when removed', () => {
  expect(local.write('a', '1')).toBe(true);
  expect(local.read('a')).toBe('1');
  local.remove('a');
  expect(local.read('a')).toBeNull();
});
