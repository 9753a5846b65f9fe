import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeStories, setProjectAnnotations } from '@storybook/react-vite';
import { axe } from 'jest-axe';
import { server } from '../mock-api/server.ts';

// In Storybook `msw` is the browser's worker, here the node server.
setProjectAnnotations([{ loaders: [(context) => void Object.assign(context, { msw: server })] }]);

/** The keys of texts that look like no word of a page. */
const keys = readdirSync(join(__dirname, 'text/catalogue')).flatMap((file) => {
  const room = jest.requireActual<Record<string, object>>(join(__dirname, 'text/catalogue', file));
  return Object.values(room).flatMap((texts) => Object.keys(texts).filter((key) => /[a-z][A-Z]/.test(key)));
});

/** S-732: the keys that stand where words should. */
function rawKeys(): string[] {
  const said = [...document.body.querySelectorAll('*')].flatMap((el) => [
    el.getAttribute('aria-label') ?? '',
    el.getAttribute('title') ?? '',
    el.getAttribute('placeholder') ?? '',
  ]);
  // Text by text: two that stand side by side without a space are not one word.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) said.push(walker.currentNode.nodeValue ?? '');
  const words = new Set(said.join(' ').split(/[^\w]+/));
  return keys.filter((key) => words.has(key));
}

type Stories = Parameters<typeof composeStories>[0];
const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.stories.tsx'),
);

// A story goes on after its part was played, as in a browser: what it learns then is no mistake of a test.
beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});

/**
 * W-001: every story is drawn, plays its part and has its headings in order. For all else axe looks at each in a browser
 * (e2e/stories.spec.ts), in a frame whose headings begin anywhere.
 */
describe.each(files)('%s', (file) => {
  const composed = composeStories(jest.requireActual<Stories>(join(__dirname, file))) as Record<
    string,
    { run: () => Promise<void> }
  >;
  afterEach(() => document.body.replaceChildren());
  test.each(Object.keys(composed))('%s', async (name) => {
    await composed[name]?.run();
    expect(rawKeys()).toEqual([]);
    expect(await axe(document.body, { runOnly: { type: 'rule', values: ['heading-order'] } })).toHaveNoViolations();
  });
});
