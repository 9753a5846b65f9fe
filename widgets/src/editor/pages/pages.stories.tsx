import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { PagesPanel } from './PagesPanel.tsx';

const meta: Meta = { title: 'Editor/Pages', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const [deletedOn, goneOn] = [Date.UTC(2026, 10, 25, 12), Date.UTC(2026, 11, 25, 12)];
const entry = { name: '20261125T120000Z-about', title: 'About us', files: 1, deletedOn, goneOn };

/** What was deleted, and until when it can be brought back. */
export const Bin: Story = {
  beforeEach: (context) => {
    withServer('website/pages', { show: 'bin' })(context);
    (context.msw as Msw).use(
      http.get('*/config/api/bin', () =>
        HttpResponse.json({ days: 30, entries: [{ ...entry, path: 'content/about/collection.json' }] }),
      ),
    );
  },
  render: () => <PagesPanel />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('About us')),
};

/** Addresses that lead elsewhere. */
export const Redirects: Story = {
  beforeEach: withServer('website/pages', { show: 'redirects' }),
  render: () => <PagesPanel />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Old address' }), '/old');
    await userEvent.type(canvas.getByRole('textbox', { name: 'New address' }), '/shop{Enter}');
    await canvas.findByText('/old → /shop');
  },
};

/** What search engines and social networks show of a page. */
export const SearchAndSharing: Story = {
  beforeEach: withServer('website/pages', { file: 'content/about/collection.json', at: '/seoData' }),
  render: () => <PagesPanel />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('As a search result')),
};

/** Another address, before it is changed. */
export const Address: Story = {
  beforeEach: withServer('website/pages', { file: 'content/about/collection.json', at: '/urlId' }),
  render: () => <PagesPanel />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Address' }), '-us');
    await canvas.findByRole('button', { name: 'Change the address' });
  },
};
