import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** C-001: what the widgets believe of the servers is what their documents say today. */
test('the generated types are what `npm run contract` makes of the two documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  execFileSync('node', ['scripts/contract.mjs', folder], { stdio: 'pipe' });
  for (const name of ['schema.gen.ts', 'editor.gen.ts'])
    expect(readFileSync(join('src/contract', name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
}, 60_000);
