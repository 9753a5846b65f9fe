import { apply, type Edit, folded, NoSuchPlace } from './edit.ts';
import { at, type Json, pointer, same, steps } from './json.ts';

const there = { a: 1, b: { c: [1, 2, 3] }, d: 'x' } satisfies Json;

describe('edits of a file', () => {
  test.each<[string, Edit[], Json]>([
    ['sets a member', [{ op: 'set', pointer: '/a', value: 2 }], { ...there, a: 2 }],
    ['sets an element', [{ op: 'set', pointer: '/b/c/1', value: 9 }], { ...there, b: { c: [1, 9, 3] } }],
    ['removes an element', [{ op: 'remove', pointer: '/b/c/0' }], { ...there, b: { c: [2, 3] } }],
    ['inserts at the end', [{ op: 'insert', pointer: '/b/c/-', value: 4 }], { ...there, b: { c: [1, 2, 3, 4] } }],
    ['moves', [{ op: 'move', from: '/b/c/0', pointer: '/b/c/2' }], { ...there, b: { c: [2, 3, 1] } }],
    [
      'brings what holds a setting',
      [{ op: 'set', pointer: '/tweaks/ink', value: '#333' }],
      { ...there, tweaks: { ink: '#333' } },
    ],
    ['begins a list', [{ op: 'insert', pointer: '/tags/-', value: 'mug' }], { ...there, tags: ['mug'] }],
  ])('%s, and its inverse takes it back to the letter', (_, edits, result) => {
    const done = apply(there, edits);
    expect(done.document).toEqual(result);
    expect(JSON.stringify(apply(done.document, done.inverse).document)).toBe(JSON.stringify(there));
  });

  test('a member that is taken away comes back at its place', () => {
    const { document, inverse } = apply(there, [{ op: 'remove', pointer: '/a' }]);
    expect(document).toEqual({ b: there.b, d: 'x' });
    expect(Object.keys(apply(document, inverse).document as object)).toEqual(['a', 'b', 'd']);
  });

  test('an edit that goes over a missing place is sent as what it does', () => {
    const { edits } = apply({}, [{ op: 'set', pointer: '/a/b/c', value: 1 }]);
    expect(edits).toEqual([{ op: 'set', pointer: '/a', value: { b: { c: 1 } } }]);
  });

  test('what is not there cannot be removed, moved or passed', () => {
    for (const edit of [
      { op: 'remove', pointer: '/z' },
      { op: 'move', from: '/z', pointer: '/b/c/0' },
      { op: 'set', pointer: '/d/x', value: 1 },
      { op: 'insert', pointer: '/b/c/9', value: 1 },
    ] as const)
      expect(() => apply(there, [edit])).toThrow(NoSuchPlace);
  });

  test('sets of one place are one', () => {
    const edits: Edit[] = [
      { op: 'set', pointer: '/a', value: 1, was: 0 },
      { op: 'set', pointer: '/a', value: 2, was: 1 },
      { op: 'remove', pointer: '/b' },
    ];
    expect(folded(edits)).toEqual([{ op: 'set', pointer: '/a', value: 2, was: 0 }, edits[2]]);
  });
});

test('pointers speak of slashes and tildes', () => {
  expect(pointer('a/b', 'c~d', 0)).toBe('/a~1b/c~0d/0');
  expect(steps('/a~1b/c~0d/0')).toEqual(['a/b', 'c~d', '0']);
  expect(at({ 'a/b': [{ toString: 1 }] }, '/a~1b/0/toString')).toBe(1);
  expect(at({}, '/toString')).toBeUndefined();
  expect(same({ a: [1, { b: 2 }], c: 0 }, { c: 0, a: [1, { b: 2 }] })).toBe(true);
  expect(same([1], [1, 2])).toBe(false);
});
