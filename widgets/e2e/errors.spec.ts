import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ownBakery } from './ownSite.ts';
import { BINARY, ROOT, ShopServer } from './shopServer.ts';

/** A connection of its own: one that is used again may be closed by the server in the moment in which it is. */
const ALONE = { headers: { connection: 'close' } };
const TOKEN = 'the token of these reports and errors';

type Frame = { function: string; file: string; line: number; isOriginal: boolean; told: string };
type ErrorReport = { message: string; times: number; frames: Frame[] };

// The widgets as they are published, minified, with the maps that the build made of them (`npm run build` first).
test('K-065 K-068 K-069 an error of a published widget reaches its owner with the file, line and function that were written', async ({
  page,
}) => {
  const site = ownBakery({
    'site.json': (json) => {
      json.websiteSettings.tracking = {};
    },
  });
  const shop = await ShopServer.create(site, { LOGGIA_REPORT_TOKEN: TOKEN });
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${shop.origin}/api/reports/${path}`, {
      headers: { authorization: `Bearer ${TOKEN}`, connection: 'close' },
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  };
  try {
    await shop.start();
    // A browser without plural rules: the search counts its results with them.
    await page.addInitScript(() => Object.assign(Intl, { PluralRules: undefined }));
    const taken = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/events/RecordJavascriptErrors') && answer.status() === 204,
    );
    await page.goto(`${shop.origin}/search?q=bread`);
    const [event] = (await taken).request().postDataJSON() as { data: string }[];
    const { stack } = JSON.parse(event?.data ?? '{}') as { stack: string };
    const script = /\/assets\/widgets\/[\w./-]+\.js(?=:1:\d+|:\d+:\d+)/.exec(stack)?.[0] ?? '';
    expect(stack).not.toMatch(/text\.ts|Search\.tsx|\bplural\b/);

    type List = { errors: { fingerprint: string; message: string }[] };
    await expect
      .poll(async () => (await ask<List>('errors?range=today')).errors.length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    const [listed] = (await ask<List>('errors?range=today')).errors;
    const report = await ask<ErrorReport>(`errors/${listed?.fingerprint ?? ''}?range=today`);
    for (const { function: name, file, line, told } of report.frames.slice(0, 2))
      console.log(`${told.replace(/https?:\/\/[^/]+/, '')}  is  ${file}:${line} ${name}`);

    // What the report names is what stands there.
    const written = async ({ file, line }: Frame) =>
      (await readFile(join(ROOT, 'widgets', file), 'utf8')).split('\n')[line - 1];
    const [inner, outer] = report.frames as [Frame, Frame];
    expect(inner).toMatchObject({ file: 'src/text/text.ts', function: 'plural', isOriginal: true });
    expect(await written(inner)).toContain('new Intl.PluralRules(');
    expect(outer).toMatchObject({ file: 'src/search/Search.tsx', function: 'Search', isOriginal: true });
    expect(await written(outer)).toContain("plural('searchCount'");

    // The maps are the owner's alone.
    const published = await readdir(shop.output, { recursive: true });
    expect(published.filter((name) => name.endsWith('.map'))).toEqual([]);
    expect((await fetch(`${shop.origin}${script}.map`, ALONE)).status).toBe(404);
    const text = await (await fetch(shop.origin + script, ALONE)).text();
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toContain('sourceMappingURL');

    // In a terminal the same.
    const output = execFileSync(BINARY, ['stats', '--url', shop.origin, '--range', 'today'], {
      env: { ...process.env, LOGGIA_REPORT_TOKEN: TOKEN },
      encoding: 'utf8',
    });
    expect(output).toContain('Errors');
    expect(output).toContain(report.message.slice(0, 20));
  } finally {
    await shop.remove();
    await rm(join(site, '..'), { recursive: true, force: true });
  }
});
