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
const IMPORT = /(?:^import (?!type\b)[^;]*?from |^import |^export [^;]*?from )'(\.[^']+)'/gm;
const LATER = /\bimport\('(\.[^']+)'\)/g;
const sources = new Map<string, string>();
function sourceOf(path: string): string {
  const known = sources.get(path) ?? readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  sources.set(path, known);
  return known;
}

const isSource = (path: string) => existsSync(path) && /\.tsx?$/.test(path) && !path.startsWith(__dirname);
const named = (path: string, pattern: RegExp): string[] =>
  [...sourceOf(path).matchAll(pattern)].map(([, next = '']) => resolve(dirname(path), next)).filter(isSource);

/** What is there as soon as a file is: itself and all that it imports, but nothing that it loads later. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const next of named(path, IMPORT)) loadedWith(next, seen);
  return seen;
}

/** Texts shown where they are not there yet: what a part that comes later brings is of no use before. */
function missingIn(path: string, has: ReadonlySet<string>, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const files = [...loadedWith(path)];
  const now = new Set([...has, ...files.flatMap((file) => brought(sourceOf(file)))]);
  const missing = files.flatMap((file) =>
    shown(sourceOf(file))
      .filter((key) => !now.has(key))
      .map((key) => `${file.slice(SOURCES.length + 1)}: ${key}`),
  );
  return [...missing, ...files.flatMap((file) => named(file, LATER)).flatMap((later) => missingIn(later, now, seen))];
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

// S-732
test.each(islands)('S-732 %s brings every text that it shows, before it shows it', (island) => {
  const path = join(SOURCES, island);
  // The words of a form's field come with the form, whichever island it stands in.
  expect([...new Set(missingIn(path, lists.get('SHOP_TEXTS') ?? new Set()))]).toEqual([]);
});

test('S-732 no key is put together, so that each can be found here', () => {
  const all = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const widgets = all.filter((file) => /\.tsx?$/.test(file) && !/^editor|\.test\.|\.stories\.|^text\b/.test(file));
  const put = widgets.filter((file) =>
    /\b(?:text|plural)\(\s*`|\b(?:text|plural)\([^()]*\bas\b/.test(sourceOf(join(SOURCES, file))),
  );
  expect(put).toEqual([]);
});
