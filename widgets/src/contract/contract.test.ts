import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** C-001: what the widgets believe of the api is what the api's document says today. */
test('schema.gen.ts is what `npm run contract` makes of ../api/openapi.json', () => {
  const bin = (name: string) => join('node_modules', '.bin', name);
  const fresh = join(mkdtempSync(join(tmpdir(), 'contract-')), 'schema.gen.ts');
  execFileSync(bin('openapi-typescript'), ['../api/openapi.json', '-o', fresh], { stdio: 'pipe' });
  expect(readFileSync('src/contract/schema.gen.ts', 'utf8')).toBe(readFileSync(fresh, 'utf8'));
}, 60_000);
