import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { Bringing } from './Bringing.tsx';
import { imports, PEOPLE } from './sample.fixture.ts';
import { b } from './text.ts';

const meta: Meta = { title: 'Editor/Bring customers', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.post>[]) => void };

const withShop = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(imports(() => [PEOPLE]).handler);
};
const render = () => <Bringing onClose={() => undefined} onDone={() => undefined} />;

async function choose() {
  const page = within(document.body);
  const dialog = await page.findByRole('dialog', { name: b('title') });
  const input = dialog.querySelector('input[type="file"]');
  if (input instanceof HTMLInputElement) await userEvent.upload(input, new File(['a'], 'customers.csv'));
  await page.findByText(b('what.people'));
  return page;
}

/** No file is chosen yet. */
export const Begin: StoryObj = { beforeEach: withShop, render };

/** What a file would bring. */
export const Looked: StoryObj = { beforeEach: withShop, render, play: async () => void (await choose()) };

/** It is done. */
export const Done: StoryObj = {
  beforeEach: withShop,
  render,
  play: async () => {
    const page = await choose();
    await userEvent.click(page.getByRole('button', { name: b('start') }));
    await page.findByText(/^Done: 900 new/);
  },
};
