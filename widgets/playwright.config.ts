import { defineConfig } from '@playwright/test';
import { launchArgs } from './e2e/launch-args.js';

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
    // What was done, logged and asked for. Pictures of every moment cost a fifth of the time: `npx playwright test --trace on` takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: '/usr/bin/chromium', args: [...launchArgs] },
  },
});
