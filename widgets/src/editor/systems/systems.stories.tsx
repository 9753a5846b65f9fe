import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { shop } from './sample.fixture.ts';
import { h } from './text.ts';
import { Webhooks } from './Webhooks.tsx';

const meta: Meta = { title: 'Editor/Systems', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(...shop());
};

/** Messages in every state, and how one is checked. */
export const AllMessages: StoryObj = {
  beforeEach: withShop,
  render: () => <Webhooks />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await panel.findByText('order.paid');
    await userEvent.click(panel.getByText(h('checking')));
  },
};

/** One message with its headers and its body. */
export const OneMessage: StoryObj = {
  beforeEach: withShop,
  render: () => <Webhooks />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('order.paid'));
    await within(canvasElement).findByText('order-paid-o1-0');
  },
};
