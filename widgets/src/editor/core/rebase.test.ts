import type { FileAction } from './change.ts';
import * as documents from './documents.ts';
import { apply, type Edit } from './edit.ts';
import { SideBySide } from './following.ts';
import { at, type Json, listAt, same, textAt } from './json.ts';
import { rebase } from './rebase.ts';

const FILE = 'site.json';
const NEW = { title: 'New link', url: '/' };

/** Numbers that look random and are the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A server with one file: it does what was sent in the file as it is by now, and keeps every version. */
function aServer(first: Json) {
  const versions = [first];
  return {
    now: () => versions.at(-1) as Json,
    read: (): documents.OpenFile => ({
      path: FILE,
      digest: String(versions.length - 1),
      json: versions.at(-1) as Json,
    }),
    take(baseDigest: string, edits: readonly Edit[]) {
      const isMerged = Number(baseDigest) !== versions.length - 1;
      const sides = new SideBySide(versions[Number(baseDigest)] as Json, versions.at(-1) as Json);
      const done: Edit[] = [];
      for (const edit of edits) {
        const place = sides.follow(edit.pointer);
        const there = place === undefined ? undefined : at(sides.now, place);
        const isOther = edit.op === 'set' && edit.was !== undefined && !same(there, edit.was);
        if (isOther) return undefined;
        done.push(...sides.do(edit));
      }
      const { inverse } = apply(versions.at(-1) as Json, done);
      versions.push(sides.now);
      return { digest: String(versions.length - 1), json: sides.now, merged: isMerged, inverse };
    },
  };
}

type Server = ReturnType<typeof aServer>;

/** Somebody who adds entries to a menu and gives each a title, while what was done before is on its way. */
function anEditor(server: Server, name: string) {
  let held = documents.open(documents.nothingOpen, server.read());
  /** The entry whose title is being written. */
  let open: string | undefined;
  let typed = 0;
  let away: { batch: documents.Batch; answer: NonNullable<ReturnType<Server['take']>> } | undefined;
  const act = (edits: Edit[], key?: string) => {
    held = documents.act(held, 'act', [{ kind: 'edit', path: FILE, edits }], key);
  };
  const menu = () => listAt(documents.jsonOf(held, FILE), '/menu');
  return {
    titles: new Set<string>(),
    /** The server has said that two have changed the same: the owner decides. */
    isTold: false,
    isIdle: () => held.pending.length === 0 && away === undefined,
    add(where: number) {
      const place = Math.min(where, menu().length);
      open = `/menu/${place}`;
      act([{ op: 'insert', pointer: open, value: NEW }]);
      this.write();
    },
    write() {
      if (!open) return;
      this.titles.delete(textAt(documents.jsonOf(held, FILE), `${open}/title`));
      typed += 1;
      const title = `${name} ${typed}`;
      this.titles.add(title);
      act([{ op: 'set', pointer: `${open}/title`, value: title }]);
    },
    addAndWriteLater() {
      const place = menu().length;
      open = `/menu/${place}`;
      act([{ op: 'insert', pointer: open, value: NEW }]);
    },
    send() {
      if (away) return;
      const batch = documents.nextBatch(held);
      const [part] = batch.parts;
      if (!part || !('edits' in part.change)) return;
      held = documents.sending(held, part.actions);
      const answer = server.take(part.change.baseDigest ?? '', part.change.edits);
      if (answer) away = { batch, answer };
      else this.isTold = true;
    },
    hear() {
      if (!away) return;
      const { batch, answer } = away;
      const done = batch.parts.flatMap(({ actions }) => actions);
      const base = held.base.get(FILE);
      held = documents.sending(documents.saved(held, done, [{ path: FILE, ...answer }]));
      away = undefined;
      if (!answer.merged) return;
      const file = { path: FILE, digest: answer.digest, json: answer.json };
      const rebased = rebase(held, file, { base, done, inverse: answer.inverse });
      held = rebased.documents;
      open = open && rebased.follow(open);
    },
    read() {
      if (held.pending.length > 0 || away) return;
      const rebased = rebase(held, server.read());
      held = rebased.documents;
      open = open && rebased.follow(open);
    },
    undoAll() {
      while (held.past.length > 0) held = documents.undo(held);
    },
    titlesShown: () => menu().map((entry) => textAt(entry, '/title')),
  };
}

const titlesOf = (file: Json): string[] => listAt(file, '/menu').map((entry) => textAt(entry, '/title'));

/** Rounds in which nobody had to decide. */
let untold = 0;
afterAll(() => expect(untold).toBeGreaterThan(200));

describe('S-273 two who change one list', () => {
  test.each([...Array(400).keys()])('what each typed stands in the file, each in an entry of its own (%i)', (seed) => {
    const next = numbers(seed + 1);
    const server = aServer({ menu: ['Shop', 'About'].map((title) => ({ title, url: '/' })) });
    const editors = [anEditor(server, 'A'), anEditor(server, 'B')];
    for (let turn = 0; turn < 40; turn += 1) {
      const editor = editors[next(2)];
      if (!editor) continue;
      const what = next(6);
      if (what === 0) editor.add(next(8));
      else if (what === 1) {
        editor.addAndWriteLater();
        if (next(2) === 0) editor.send();
        editor.write();
      } else if (what === 2) editor.write();
      else if (what === 3) editor.send();
      else if (what === 4) editor.hear();
      else editor.read();
    }
    while (!editors.every((editor) => editor.isIdle())) {
      if (editors.some((editor) => editor.isTold)) return;
      for (const editor of editors) {
        editor.hear();
        editor.send();
      }
    }
    untold += 1;
    const wanted = ['Shop', 'About', ...editors.flatMap((editor) => [...editor.titles])].sort();
    expect(titlesOf(server.now()).sort()).toEqual(wanted);
    for (const editor of editors) {
      editor.read();
      expect(editor.titlesShown()).toEqual(titlesOf(server.now()));
    }
    // Each takes back what it did, and nothing of the other.
    const [one, other] = editors;
    one?.undoAll();
    expect(one?.titlesShown().sort()).toEqual(['Shop', 'About', ...(other?.titles ?? [])].sort());
  });

  test('an entry that is gone takes with it what was typed into it since, and nothing beside it', () => {
    const menu = ['a', 'b', 'c'].map((id) => ({ id, title: id }));
    const held = documents.open(documents.nothingOpen, { path: FILE, digest: '1', json: { menu } });
    const edits: Edit[] = [{ op: 'set', pointer: '/menu/1/title', value: 'mine' }];
    const typed: FileAction = { kind: 'edit', path: FILE, edits };
    const now = { menu: menu.toSpliced(1, 1) };
    const rebased = rebase(documents.act(held, 'title', [typed]), { path: FILE, digest: '2', json: now });
    expect(documents.jsonOf(rebased.documents, FILE)).toEqual(now);
    expect(rebased.follow('/menu/1/title')).toBeUndefined();
    expect(rebased.follow('/menu/2/title')).toBe('/menu/1/title');
  });

  test('what another changed meanwhile is told, and what the owner decides is said of what stands there by then', () => {
    const held = documents.open(documents.nothingOpen, { path: FILE, digest: '1', json: { title: 'old', n: 1 } });
    const saves: FileAction = { kind: 'edit', path: FILE, edits: [{ op: 'set', pointer: '/n', value: 2 }] };
    const away = documents.act(held, 'n', [saves]);
    const sent = documents.sending(away, away.pending);
    const types: FileAction = { kind: 'edit', path: FILE, edits: [{ op: 'set', pointer: '/title', value: 'mine' }] };
    const typed = documents.act(sent, 'title', [types]);
    const now = { path: FILE, digest: '2', json: { title: 'theirs', n: 2 } };
    const inverse: Edit[] = [{ op: 'set', pointer: '/n', value: 1 }];
    const saved = documents.sending(documents.saved(typed, away.pending, [now]));
    const merged = rebase(saved, now, { base: held.base.get(FILE), done: away.pending, inverse });
    const edits = (all: documents.Documents) => documents.nextBatch(all).parts.map(({ change }) => change);
    expect(documents.jsonOf(merged.documents, FILE)).toEqual({ title: 'mine', n: 2 });
    expect(edits(merged.documents)).toMatchObject([{ edits: [{ value: 'mine', was: 'old' }] }]);
    const decided = rebase(merged.documents, now);
    expect(edits(decided.documents)).toMatchObject([{ edits: [{ value: 'mine', was: 'theirs' }] }]);
  });

  test('a move, a removal and an entry of a list that was not there are done where their elements stand', () => {
    const before: Json = { menu: [1, 2, 3, 4].map((n) => ({ n })) };
    const now: Json = { menu: [9, 1, 2, 3, 4].map((n) => ({ n })), more: [{ n: 8 }] };
    const sides = new SideBySide(before, now);
    sides.do({ op: 'move', from: '/menu/3', pointer: '/menu/0' });
    sides.do({ op: 'remove', pointer: '/menu/1' });
    sides.do({ op: 'insert', pointer: '/more/0', value: { n: 7 } });
    sides.do({ op: 'set', pointer: '/more/0/n', value: 6 });
    sides.do({ op: 'set', pointer: '/menu/0/n', value: 5 });
    expect(sides.own).toEqual({ menu: [5, 2, 3].map((n) => ({ n })), more: [{ n: 6 }] });
    expect(sides.now).toEqual({ menu: [9, 5, 2, 3].map((n) => ({ n })), more: [{ n: 6 }, { n: 8 }] });
    expect(() => new SideBySide(before, { menu: [] }).do({ op: 'set', pointer: '/menu/7/n', value: 1 })).toThrow();
  });
});
