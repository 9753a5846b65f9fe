import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/config/api/';
const HERE = join(__dirname, '..');

/** Every source file of the editor. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'test' ? [] : sources(path);
    return /(?<!\.test|\.stories)\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}

test('every call of the editor is one that its server answers', () => {
  const document = JSON.parse(readFileSync(join(HERE, '../../../generator/editor.openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const answered = new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(ROOT.length)}`),
    ),
  );
  const called = new Set<string>();
  for (const text of sources(HERE)) {
    for (const [, method, path] of text.matchAll(/\b(?:ask|send)(?:<[^(]*>)?\(\s*'([A-Z]+)',\s*'([\w/]+)'/g))
      called.add(`${method} ${path}`);
    for (const [, method, path] of text.matchAll(/\.open\('([A-Z]+)', addressOf\('([\w/]+)'/g))
      called.add(`${method} ${path}`);
    for (const [, path] of text.matchAll(/new EventSource\('\/config\/api\/([\w/]+)'\)/g)) called.add(`GET ${path}`);
  }
  expect(called.size).toBeGreaterThan(12);
  expect([...called].filter((call) => !answered.has(call))).toEqual([]);
  // And what the server answers somebody asks; `render` is for other programs.
  expect([...answered].filter((call) => !called.has(call))).toEqual(['POST render']);
});
