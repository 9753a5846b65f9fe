import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { floors } from '../floors.js';
import { circlesOf, importsOf, roomOf, upward } from './test/imports.ts';

const BESIDE = /\.(?:test|stories|fixture)\.tsx?$|(?:^|\/)test\/|\.d\.ts$/;
const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:tsx?|css)$/.test(name),
);
const all = new Map(names.map((name) => [name, readFileSync(join(__dirname, name), 'utf8')]));
const product = new Map([...all].filter(([name]) => !BESIDE.test(name)));
/** Style sheets of the site: they stand in no room, and import nothing. */
const isStyle = (name: string) => name.startsWith('styles/');

/** The product with more lines in some of its files. */
const changed = (lines: Record<string, string>) =>
  importsOf(new Map([...product].map(([name, text]) => [name, `${lines[name] ?? ''}\n${text}`])));

describe('who imports whom', () => {
  test('every file has a room', () => {
    expect([...product.keys()].filter((name) => roomOf(name, floors) === undefined && !isStyle(name))).toEqual([]);
  });

  test('there is no circle, with tests, types and what is loaded later', () => {
    expect(circlesOf(importsOf(all))).toEqual([]);
  });

  test('every import goes down a floor', () => {
    expect(upward(importsOf(product), floors)).toEqual([]);
  });

  test.each([
    ['a value', "import { jsonOf } from './documents.ts';"],
    ['a type', "import type { Documents } from './documents.ts';"],
    ['what is loaded later', "const later = () => import('./documents.ts');"],
    ['a type by its place', "type Held = import('./documents.ts').Documents;"],
    ['what is handed on', "export { jsonOf } from './documents.ts';"],
  ])('a circle by %s is found', (_, line) => {
    const circle = ['editor/core/documents.ts', 'editor/core/edit.ts'];
    const [found] = circlesOf(changed({ 'editor/core/edit.ts': line }));
    expect(found).toEqual(expect.arrayContaining(circle));
  });

  test.each([
    ['editor/core/json.ts', "import type { Session } from '../state/session.ts';", 'editor/state/session.ts'],
    ['editor/panel/view.ts', "void import('../shell/panels.ts');", 'editor/shell/panels.ts'],
    ['editor/store/StorePanel.tsx', "import '../forms/FormsPanel.tsx';", 'editor/forms/FormsPanel.tsx'],
    ['client/call.ts', "import '../editor/core/json.ts';", 'editor/core/json.ts'],
  ])('an arrow back from %s is found', (from, line, to) => {
    expect(upward(changed({ [from]: line }), floors)).toEqual([`${from} -> ${to}`]);
  });
});
