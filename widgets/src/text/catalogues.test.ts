import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** `CART_TEXTS` and so on: which texts stand in which list. */
const lists = new Map<string, ReadonlySet<string>>();
const catalogue = join(__dirname, 'catalogue');
for (const file of readdirSync(catalogue)) {
  const room = jest.requireActual<Record<string, Record<string, string>>>(join(catalogue, file));
  for (const [name, texts] of Object.entries(room)) lists.set(name, new Set(Object.keys(texts)));
}
const keys = new Set([...lists.values()].flatMap((list) => [...list]));

const SOURCES = resolve(__dirname, '..');
const IMPORT = /(?:^import (?!type\b)[^;]*?from |^import |^export [^;]*?from |\bimport\()'(\.[^']+)'/gm;
const sources = new Map<string, string>();
function sourceOf(path: string): string {
  const known = sources.get(path) ?? readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  sources.set(path, known);
  return known;
}

/** A widget's files: all that its own file brings in, now or later. */
function filesOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !existsSync(path) || !/\.tsx?$/.test(path)) return seen;
  seen.add(path);
  for (const [, next = ''] of sourceOf(path).matchAll(IMPORT)) filesOf(resolve(dirname(path), next), seen);
  return seen;
}

/** The texts that a file brings in. */
function brought(source: string): string[] {
  return [...source.matchAll(/\baddTexts\(([^;]*)\);/g)].flatMap(([, given = '']) => [
    ...[...given.matchAll(/(?:^|\.\.\.)(\w+_TEXTS)\b/g)].flatMap(([, name = '']) => [...(lists.get(name) ?? [])]),
    ...[...given.matchAll(/(\w+): \w+_TEXTS\.\1\b/g)].map(([, key = '']) => key),
  ]);
}

/** The texts that a file shows: every key that it names. A counted text is named without its ending. */
function shown(source: string): string[] {
  return [...source.matchAll(/'(\w+)'/g)].flatMap(([, word = '']) =>
    [word, `${word}Other`].filter((key) => keys.has(key)),
  );
}

const islands = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(?!editor).*\.island\.tsx$/.test(file),
);

test('there are widgets to look at', () => {
  expect(islands.length).toBeGreaterThan(20);
});

test.each(islands)('%s brings every text that it shows', (island) => {
  const files = [...filesOf(join(SOURCES, island))].filter((file) => !file.startsWith(__dirname));
  const has = new Set([...(lists.get('SHOP_TEXTS') ?? []), ...files.flatMap((file) => brought(sourceOf(file)))]);
  const missing = files.flatMap((file) =>
    shown(sourceOf(file))
      .filter((key) => !has.has(key))
      .map((key) => `${file.slice(SOURCES.length + 1)}: ${key}`),
  );
  expect(missing).toEqual([]);
});
