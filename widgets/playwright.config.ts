import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { launchArgs } from './e2e/launch-args.js';

const CHROMIUM = '/usr/bin/chromium';
/** The same Chromium without the windows of a browser around its pages: it draws and runs the same in four fifths of the time. */
const SHELL = '/usr/bin/chromium-headless-shell';
/** What looks at one page after the other. Journeys are made in the browser that people have. */
const LOOKS = /(stories|pages|pages-atlas|policy-\w+|starters|editor\/(panels|fields|paths))\.spec\.ts$/;
const inBrowser = (executablePath: string) => ({ launchOptions: { executablePath, args: [...launchArgs] } });

/** Journeys against the real shop: every spec file starts its own `loggia serve` on a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  timeout: 120_000,
  // How long something may take to appear, not how long it is waited for: a busy computer needs more than five seconds.
  expect: { timeout: 20_000 },
  // What passes only at a second look is a fault: it is mended, not tried again.
  retries: 0,
  forbidOnly: !!process.env.CI,
  reporter: [['list'], ['./e2e/causes.ts']],
  use: {
    // A record of what was done and asked for is taken where somebody wants to read it: `npx playwright test --trace on`.
    trace: 'off',
    viewport: { width: 1280, height: 900 },
  },
  projects: [
    { name: 'journeys', testIgnore: LOOKS, use: inBrowser(CHROMIUM) },
    { name: 'looks', testMatch: LOOKS, use: inBrowser(existsSync(SHELL) ? SHELL : CHROMIUM) },
  ],
});
