import { sparse } from './sparse.ts';

describe('S-393 settings that say only what was filled in', () => {
  const document = { a: { b: { c: 'x' }, d: 1 }, e: { f: { g: 'y' } } };
  test.each([
    ['/a', '/a/b/c', '', [{ op: 'remove', pointer: '/a/b' }]],
    ['/e', '/e/f/g', '', [{ op: 'remove', pointer: '/e' }]],
    ['/e/f', '/e/f/g', undefined, [{ op: 'remove', pointer: '/e/f' }]],
    ['/a', '/a/b/c', 'z', [{ op: 'set', pointer: '/a/b/c', value: 'z' }]],
    ['/a', '/a/n/m', '', []],
  ])('below %s %s as %j', (root, place, value, wanted) => expect(sparse(document, root, place, value)).toEqual(wanted));
});
