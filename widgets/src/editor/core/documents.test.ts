import type { FileAction } from './change.ts';
import * as documents from './documents.ts';
import type { Json } from './json.ts';
import { rebase } from './rebase.ts';
import { nextSaving, retryAfter, SAVED } from './saving.ts';

const set = (path: string, pointer: string, value: Json): FileAction => ({
  kind: 'edit',
  path,
  edits: [{ op: 'set', pointer, value }],
});
const held = (...files: [string, Json][]): documents.Documents =>
  files.reduce((all, [path, json]) => documents.open(all, { path, digest: `d-${path}`, json }), documents.nothingOpen);
const changes = (all: documents.Documents) => documents.nextBatch(all).parts.map(({ change }) => change);

describe('E-001 what the editor holds', () => {
  test('an act changes the file and waits to be saved with what stood there before', () => {
    const after = documents.act(held(['a.json', { title: 'Old' }]), 'title', [set('a.json', '/title', 'New')]);
    expect(documents.jsonOf(after, 'a.json')).toEqual({ title: 'New' });
    expect(changes(after)).toEqual([
      {
        path: 'a.json',
        baseDigest: 'd-a.json',
        edits: [{ op: 'set', pointer: '/title', value: 'New', was: 'Old' }],
      },
    ]);
  });

  test('one step of undo takes back what one act did in two files, and redo does it again', () => {
    const before = held(['a.json', { n: 1 }], ['b.json', { n: 1 }]);
    const after = documents.act(before, 'both', [set('a.json', '/n', 2), set('b.json', '/n', 3)]);
    const back = documents.undo(after);
    expect([documents.jsonOf(back, 'a.json'), documents.jsonOf(back, 'b.json')]).toEqual([{ n: 1 }, { n: 1 }]);
    const again = documents.redo(back);
    expect([documents.jsonOf(again, 'a.json'), documents.jsonOf(again, 'b.json')]).toEqual([{ n: 2 }, { n: 3 }]);
    expect(documents.undo(documents.nothingOpen)).toBe(documents.nothingOpen);
  });

  test('letters typed one after the other are one step and one edit', () => {
    let all = held(['a.json', { title: '' }]);
    for (const text of ['H', 'He', 'Hey']) all = documents.act(all, 'title', [set('a.json', '/title', text)], 'title');
    expect(all.past).toHaveLength(1);
    expect(all.pending).toEqual([
      { kind: 'edit', path: 'a.json', edits: [{ op: 'set', pointer: '/title', value: 'Hey', was: '' }] },
    ]);
    expect(documents.jsonOf(documents.undo(all), 'a.json')).toEqual({ title: '' });
  });

  test('letters typed while others are on their way to the server are saved after those, and not taken for saved', () => {
    const typed = (all: documents.Documents, text: string) =>
      documents.act(all, 'title', [set('a.json', '/title', text)], 'title');
    const all = typed(held(['a.json', { title: '' }]), 'He');
    const away = documents.sending(all, all.pending);
    const more = typed(typed(away, 'Hel'), 'Hell');
    expect(changes(away)).toMatchObject([{ edits: [{ value: 'He', was: '' }] }]);
    const answered = documents.saved(more, all.pending, [{ path: 'a.json', digest: 'd2' }]);
    expect(answered.pending).toEqual([
      { kind: 'edit', path: 'a.json', edits: [{ op: 'set', pointer: '/title', value: 'Hell', was: 'He' }] },
    ]);
    expect(documents.jsonOf(documents.undo(answered), 'a.json')).toEqual({ title: '' });
    // What did not arrive is sent again, with what came since.
    expect(changes(documents.sending(more))).toMatchObject([
      { baseDigest: 'd-a.json', edits: [{ value: 'Hell', was: '' }] },
    ]);
    expect(changes(answered)).toMatchObject([{ baseDigest: 'd2', edits: [{ value: 'Hell', was: 'He' }] }]);
  });

  test('typing that began with nothing is taken back to nothing', () => {
    let all = held(['a.json', {}]);
    for (const text of ['H', 'Hi']) all = documents.act(all, 'title', [set('a.json', '/title', text)], 'title');
    expect(documents.jsonOf(documents.undo(all), 'a.json')).toEqual({});
  });

  test('a file that is made, filled and taken away again comes and goes', () => {
    const made = documents.act(documents.nothingOpen, 'new', [
      { kind: 'create', path: 'n.json', content: { json: { title: 'N' } } },
    ]);
    const filled = documents.act(made, 'title', [set('n.json', '/title', 'Better')]);
    expect(changes(filled)).toEqual([{ path: 'n.json', baseDigest: null, json: { title: 'Better' } }]);
    const back = documents.undo(documents.undo(filled));
    expect(back.files.has('n.json')).toBe(false);
    // The server has heard of nothing, and need not.
    const { parts, settled } = documents.nextBatch(back);
    expect(parts).toEqual([]);
    expect(documents.dropped(back, settled).pending).toEqual([]);
  });

  test('what follows a rename waits for its answer', () => {
    const all = held(['a.json', { n: 1 }]);
    const moved = documents.act(all, 'move', [{ kind: 'rename', path: 'a.json', to: 'b.json' }]);
    const both = documents.act(moved, 'n', [set('b.json', '/n', 2)]);
    expect(changes(both)).toEqual([{ path: 'a.json', baseDigest: 'd-a.json', renameTo: 'b.json' }]);
    const rest = documents.saved(both, both.pending.slice(0, 1), [{ path: 'b.json', digest: 'd2' }]);
    expect(changes(rest)).toMatchObject([{ path: 'b.json', baseDigest: 'd2' }]);
  });

  test('what another wrote comes in under what is not saved yet', () => {
    const mine = documents.act(held(['a.json', { mine: 1, theirs: 1 }]), 'mine', [set('a.json', '/mine', 2)]);
    const both = rebase(mine, { path: 'a.json', digest: 'd2', json: { mine: 1, theirs: 9 } }).documents;
    expect(documents.jsonOf(both, 'a.json')).toEqual({ mine: 2, theirs: 9 });
    expect(both.pending).toHaveLength(1);
  });

  test('S-273 what is typed into an entry goes on in that entry when another has put one before it', () => {
    const mine = documents.act(held(['a.json', { menu: ['a', { title: 'New' }] }]), 'title', [
      set('a.json', '/menu/1/title', 'Mine'),
    ]);
    const menu = ['a', { title: 'Theirs' }, { title: 'New' }];
    const both = rebase(mine, { path: 'a.json', digest: 'd2', json: { menu } }).documents;
    expect(documents.jsonOf(both, 'a.json')).toEqual({ menu: ['a', { title: 'Theirs' }, { title: 'Mine' }] });
    expect(changes(both)).toEqual([
      {
        path: 'a.json',
        baseDigest: 'd2',
        edits: [{ op: 'set', pointer: '/menu/2/title', value: 'Mine', was: 'New' }],
      },
    ]);
  });

  test('a place where the owner takes theirs is withdrawn, and everything in it', () => {
    const all = documents.act(held(['a.json', { hero: { title: 'A' }, n: 1 }]), 'two', [
      set('a.json', '/hero/title', 'B'),
      set('a.json', '/n', 2),
    ]);
    const rest = documents.withdraw(all, 'a.json', ['/hero']);
    const after = rebase(rest, { path: 'a.json', digest: 'd2', json: { hero: { title: 'C' }, n: 1 } }).documents;
    expect(documents.jsonOf(after, 'a.json')).toEqual({ hero: { title: 'C' }, n: 2 });
  });

  test('a file with unsaved changes is not replaced by what is read', () => {
    const all = documents.act(held(['a.json', { n: 1 }]), 'n', [set('a.json', '/n', 2)]);
    expect(documents.open(all, { path: 'a.json', digest: 'x', json: { n: 7 } })).toBe(all);
  });

  test('an act on a file that nobody opened is refused', () => {
    expect(() => documents.act(documents.nothingOpen, 'n', [set('a.json', '/n', 2)])).toThrow(documents.NotOpen);
  });
});

describe('how far saving has come', () => {
  test.each([
    [SAVED, { type: 'changed' }, { is: 'unsaved' }],
    [{ is: 'unsaved' }, { type: 'sent' }, { is: 'saving' }],
    [{ is: 'saving' }, { type: 'changed' }, { is: 'saving' }],
    [{ is: 'saving' }, { type: 'answered', left: 0 }, { is: 'saved' }],
    [{ is: 'saving' }, { type: 'answered', left: 2 }, { is: 'unsaved' }],
    [
      { is: 'saving' },
      { type: 'failed', message: 'Network error' },
      { is: 'failed', message: 'Network error', tries: 1 },
    ],
    [
      { is: 'failed', message: 'x', tries: 1 },
      { type: 'failed', message: 'y' },
      { is: 'failed', message: 'y', tries: 2 },
    ],
    [{ is: 'saving' }, { type: 'conflicted', conflicts: [] }, { is: 'conflict', conflicts: [] }],
    [{ is: 'conflict', conflicts: [] }, { type: 'changed' }, { is: 'conflict', conflicts: [] }],
    [{ is: 'conflict', conflicts: [] }, { type: 'resolved', left: 1 }, { is: 'unsaved' }],
  ] as const)('%j and %j make %j', (state, event, next) => {
    expect(nextSaving(state as never, event as never)).toEqual(next);
  });

  test('a failure is tried again ever more slowly', () => {
    expect([1, 2, 3, 9].map(retryAfter)).toEqual([2000, 4000, 8000, 60_000]);
  });
});
