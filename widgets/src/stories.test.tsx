import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeStories, setProjectAnnotations } from '@storybook/react-vite';
import { axe } from 'jest-axe';
import { server } from '../mock-api/server.ts';

// In Storybook `msw` is the browser's worker, here the node server.
setProjectAnnotations([{ loaders: [(context) => void Object.assign(context, { msw: server })] }]);

type Stories = Parameters<typeof composeStories>[0];
const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.stories.tsx'),
);

/** W-001: every story is drawn, plays its part and has no accessibility violation. */
describe.each(files)('%s', (file) => {
  const composed = composeStories(jest.requireActual<Stories>(join(__dirname, file))) as Record<
    string,
    { run: () => Promise<void> }
  >;
  afterEach(() => document.body.replaceChildren());
  test.each(Object.keys(composed))('%s', async (name) => {
    await composed[name]?.run();
    expect(await axe(document.body, { rules: { region: { enabled: false } } })).toHaveNoViolations();
  });
});
