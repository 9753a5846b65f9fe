import type { Meta, StoryObj } from '@storybook/react-vite';
import { within } from 'storybook/test';
import { CodePanel } from './code/CodePanel.tsx';
import { FilesPanel } from './files/FilesPanel.tsx';
import { FormsPanel } from './forms/FormsPanel.tsx';
import { PagesPanel } from './pages/PagesPanel.tsx';
import { Publish } from './publish/Publish.tsx';
import { RestockPanel } from './restock/RestockPanel.tsx';
import { BillingPanel } from './settings/BillingPanel.tsx';
import { PermissionsPanel } from './settings/PermissionsPanel.tsx';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { StorePanel } from './store/StorePanel.tsx';
import { StylePanel } from './style/StylePanel.tsx';
import { inEditor, withServer } from './test/stories.tsx';

const meta: Meta = { title: 'Editor/Panels', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

/** Drawn once what it shows has come. */
const shows =
  (text: string | RegExp): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await within(canvasElement).findAllByText(text);
  };

export const Pages: Story = {
  beforeEach: withServer('website/pages'),
  render: () => <PagesPanel />,
  play: shows('Main menu'),
};
export const Collection: Story = {
  beforeEach: withServer('website/pages', { collection: 'blog' }),
  render: () => <PagesPanel />,
  play: shows('Blog'),
};
export const Item: Story = {
  beforeEach: withServer('website/pages', { file: 'content/blog/first.json' }),
  render: () => <PagesPanel />,
  play: shows('Excerpt'),
};
export const Product: Story = {
  beforeEach: withServer('website/pages', { file: 'content/shop/mug.json', at: '/structuredContent' }),
  render: () => <PagesPanel />,
  play: shows('Options'),
};
export const PageWithBlocks: Story = {
  beforeEach: withServer('website/pages', {
    file: 'content/about/collection.json',
    at: '/rows/1/columns/1/blocks/0',
  }),
  render: () => <PagesPanel />,
  play: shows('How it looks'),
};
export const MissingItem: Story = {
  beforeEach: withServer('website/pages', { file: 'content/blog/gone.json' }),
  render: () => <PagesPanel />,
  play: shows('Unable to locate content'),
};
export const Files: Story = {
  beforeEach: withServer('website/files'),
  render: () => <FilesPanel />,
  play: shows('oven.jpg'),
};
export const Form: Story = {
  beforeEach: withServer('website/forms', { form: 'forms/contact.json' }),
  render: () => <FormsPanel />,
  play: shows('1 Build'),
};
export const Design: Story = {
  beforeEach: withServer('website/design'),
  render: () => <StylePanel />,
  play: shows('Rounded'),
};
export const Shop: Story = {
  beforeEach: withServer('commerce'),
  render: () => <StorePanel />,
  play: shows('Shop (1)'),
};
export const Code: Story = {
  beforeEach: withServer('website/code'),
  render: () => <CodePanel />,
  play: shows('site.region'),
};
export const Settings: Story = {
  beforeEach: withServer('website/settings'),
  render: () => <SettingsPanel />,
  play: shows('Name of the site'),
};
export const People: Story = { render: () => <PermissionsPanel />, play: shows('Store manager') };
export const Billing: Story = { render: () => <BillingPanel />, play: shows('Change plan') };
export const WaitingLists: Story = {
  beforeEach: withServer('commerce/restock'),
  render: () => <RestockPanel />,
  play: shows(/Waiting lists/),
};
export const BeforePublishing: Story = {
  beforeEach: withServer(),
  render: () => <Publish onClose={() => undefined} />,
  play: async () => {
    await within(document.body).findByText('1 new page');
  },
};
