import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, within } from 'storybook/test';
import { onPage } from '../test/stories.ts';
import { INDEX, PARTS, serveIndex } from './index.fixture.ts';
import { Search } from './Search.tsx';

const meta = {
  title: 'Search/Search',
  component: Search,
  args: { title: 'Search', index: INDEX, parts: PARTS },
  decorators: [onPage()],
  beforeEach: ({ msw }) => {
    window.history.replaceState(null, '', window.location.pathname + window.location.search.replace(/[?&]q=[^&]*/, ''));
    msw.use(serveIndex);
  },
} satisfies Meta<typeof Search>;
export default meta;
type Story = StoryObj<typeof meta>;

const ask = async (canvasElement: HTMLElement, question: string) => {
  const canvas = within(canvasElement);
  await userEvent.type(canvas.getByRole('searchbox', { name: 'Search for' }), `${question}{Enter}`);
  return canvas;
};

export const NothingAsked: Story = {};
export const Found: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await ask(canvasElement, 'mug');
    await expect(await canvas.findByText('2 results')).toBeVisible();
  },
};
export const Mistyped: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await ask(canvasElement, 'braed');
    await expect(await canvas.findByRole('link', { name: 'Keeping rye bread' })).toBeVisible();
  },
};
export const NothingFound: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await ask(canvasElement, 'zzzz');
    await expect(await canvas.findByText('Nothing was found for “zzzz”.')).toBeVisible();
  },
};
export const NoIndex: Story = {
  beforeEach: ({ msw }) => {
    msw.use(http.get('*/assets/search/*', () => new HttpResponse(null, { status: 500 })));
  },
  args: { index: '/assets/search/lost.json' },
  play: async ({ canvasElement }) => {
    const canvas = await ask(canvasElement, 'mug');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Unable to load results');
  },
};
