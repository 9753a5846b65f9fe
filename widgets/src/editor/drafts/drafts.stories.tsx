import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { Drafts } from './Drafts.tsx';
import { SENT, shop } from './sample.fixture.ts';
import { d } from './text.ts';

const meta: Meta = { title: 'Editor/Drafts', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop = (context: { msw: unknown }, first = shop()) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(...first);
};

/** The drafts that are not placed. */
export const AllDrafts: StoryObj = {
  beforeEach: (context) => withShop(context),
  render: () => <Drafts />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('ann@shopper.example')),
};

/** A draft that is not sent, with what it comes to. */
export const OneDraft: StoryObj = {
  beforeEach: (context) => withShop(context),
  render: () => <Drafts />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('ann@shopper.example'));
    await within(canvasElement).findByText(d('sums'));
  },
};

/** A draft with a link to pay. */
export const WithLink: StoryObj = {
  beforeEach: (context) => withShop(context, shop([], SENT)),
  render: () => <Drafts />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('ann@shopper.example'));
    await within(canvasElement).findByText(d('copy'));
  },
};

/** A new one: a product is looked for, and a line of the shop's own is added. */
export const NewDraft: StoryObj = {
  beforeEach: (context) => withShop(context),
  render: () => <Drafts />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: d('newDraft') }));
    await userEvent.type(await panel.findByRole('searchbox'), 'bre');
    await panel.findByText('Bread');
    await userEvent.click(panel.getByRole('button', { name: d('ownLine') }));
  },
};
