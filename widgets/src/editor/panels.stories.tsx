import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { AnalyticsPanel } from './analytics/AnalyticsPanel.tsx';
import { CodePanel } from './code/CodePanel.tsx';
import { CommentsPanel } from './comments/CommentsPanel.tsx';
import { FilesPanel } from './files/FilesPanel.tsx';
import { FormsPanel } from './forms/FormsPanel.tsx';
import { MarketingPanel } from './marketing/MarketingPanel.tsx';
import { PagesPanel } from './pages/PagesPanel.tsx';
import { Publish } from './publish/Publish.tsx';
import { RestockPanel } from './restock/RestockPanel.tsx';
import { BillingPanel } from './settings/BillingPanel.tsx';
import { PermissionsPanel } from './settings/PermissionsPanel.tsx';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { LogIn } from './shell/LogIn.tsx';
import { StorePanel } from './store/StorePanel.tsx';
import { StylePanel } from './style/StylePanel.tsx';
import { inEditor, SavedOrNot, withLanguage, withServer } from './test/stories.tsx';

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
export const MarkdownItem: Story = {
  beforeEach: withServer('website/pages', { file: 'content/blog/second.md' }),
  render: () => <PagesPanel />,
  play: shows('This part stays as it is written.'),
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
  // What the shop counts comes last, and is what the list waits for.
  play: async (context) => {
    await shows('Edit as a table')(context);
    await shows(/ left$|^Sold out$|^Never runs out$/)(context);
  },
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
export const BarAndPopup: Story = {
  beforeEach: withServer('website/settings'),
  render: () => (
    <>
      <SettingsPanel />
      <SavedOrNot />
    </>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('tab', { name: 'Bar and popup' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a popup' }));
    await canvas.findByText('saved', {}, { timeout: 10_000 });
  },
};
export const People: Story = {
  beforeEach: withServer('permissions'),
  render: () => <PermissionsPanel />,
  play: shows('Store manager'),
};
export const Billing: Story = {
  render: () => <BillingPanel />,
  play: shows('This site is your own: there is no plan and no bill.'),
};
export const BeforePublishing: Story = {
  beforeEach: withServer(),
  render: () => <Publish onClose={() => undefined} />,
  play: async () => {
    await within(document.body).findByText('1 new page');
  },
};

export const EarlierVersions: Story = {
  ...BeforePublishing,
  play: async () => {
    const page = within(document.body);
    await userEvent.click(await page.findByRole('button', { name: 'Earlier versions' }));
    await page.findByText('Live');
  },
};

/** What the shop's API answers in these stories. */
const SHOP = [
  http.get('*/api/comments/moderation', () =>
    HttpResponse.json({
      hasNextPage: false,
      comments: [
        {
          id: 'c1',
          author: 'Ann',
          body: 'The rye was gone by nine. What time do you open?',
          createdOn: 1_700_000_000_000,
          status: 'PENDING',
          itemId: 'first',
          itemUrl: '/blog/first',
        },
      ],
    }),
  ),
  http.get('*/api/site-users/account/notifications/restock/groups', () =>
    HttpResponse.json({
      hasNextPage: false,
      signUpGroups: [
        { productId: 'mug', variantId: 'mug-blue', productTitle: 'Everyday mug', variantName: 'Large, Blue', count: 3 },
      ],
    }),
  ),
  http.get('*/api/mailing-list/members', () =>
    HttpResponse.json({
      hasNextPage: false,
      members: [{ email: 'ann@example.org', source: 'form contact', joinedOn: 1_700_000_000_000 }],
    }),
  ),
  http.get('*/api/reports/overview', () =>
    HttpResponse.json({
      from: 0,
      to: 1,
      step: 86_400_000,
      visitors: 1234,
      visits: 2000,
      views: 5678,
      orders: 9,
      errors: 0,
      searches: 1,
      periods: [12, 30, 22, 41, 18].map((views, day) => ({
        startsAt: day * 86_400_000,
        views,
        visits: 9,
        visitors: 8,
      })),
    }),
  ),
  http.get('*/api/reports/funnel', () =>
    HttpResponse.json({ from: 0, to: 1, steps: [{ step: 'visit', visitors: 1200, times: 3000 }] }),
  ),
  http.get('*/api/reports/rankings/:of', ({ params }) =>
    HttpResponse.json({ of: params.of, from: 0, to: 1, total: 700, rows: [{ name: '/shop', times: 700 }] }),
  ),
];
const withShop: Story['beforeEach'] = (context) => {
  withServer()(context);
  (context.msw as { use: (...handlers: typeof SHOP) => void }).use(...SHOP);
};
export const WaitingLists: Story = { beforeEach: withShop, render: () => <RestockPanel />, play: shows('3 wait') };
export const Comments: Story = { beforeEach: withShop, render: () => <CommentsPanel />, play: shows('Ann') };
export const Marketing: Story = {
  beforeEach: withShop,
  render: () => <MarketingPanel />,
  play: shows('ann@example.org'),
};
export const Analytics: Story = {
  beforeEach: withShop,
  render: () => <AnalyticsPanel />,
  play: async ({ canvasElement }) => {
    // Each table asks for itself.
    for (const name of ['From a visit to an order', 'Pages', 'Where they came from', 'What they looked for'])
      await within(canvasElement).findByRole('region', { name });
  },
};
export const SigningIn: Story = { render: () => <LogIn onDone={() => undefined} />, play: shows('Password') };

/** In another language of the editor: its words are longer, and everything still fits. */
export const ProductInGerman: Story = {
  beforeEach: withLanguage(
    'de',
    withServer('website/pages', { file: 'content/shop/mug.json', at: '/structuredContent' }),
  ),
  render: () => <PagesPanel />,
  play: shows('Was verkauft wird'),
};
export const SettingsInGerman: Story = {
  beforeEach: withLanguage('de', withServer('website/settings')),
  render: () => <SettingsPanel />,
  play: shows('Name der Website'),
};
