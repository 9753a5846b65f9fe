import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { standing } from '../books/text.ts';
import { inEditor, withServer } from '../test/stories.tsx';
import { OneSubscription, Subscriptions } from './Subscriptions.tsx';
import { ACTIVE, shop } from './sample.fixture.ts';
import { s } from './text.ts';

const meta: Meta = { title: 'Editor/Subscriptions', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop =
  (...answers: Parameters<typeof shop>) =>
  (context: { msw: unknown }) => {
    withServer('commerce')(context);
    (context.msw as Msw).use(...shop(...answers));
  };

/** One that runs, one whose payment was refused, one that is paused. */
export const All: StoryObj = {
  beforeEach: withShop(),
  render: () => <Subscriptions />,
  play: async ({ canvasElement }) =>
    void (await within(canvasElement).findByText(standing('past_due'), { selector: 'span' })),
};

/** How many go where is changed. */
export const Changing: StoryObj = {
  beforeEach: withShop([], [ACTIVE]),
  render: () => <Subscriptions />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: s('change') }));
    await panel.findByLabelText(s('city'));
  },
};

/** One by itself, as it is opened from its customer. */
export const Alone: StoryObj = {
  beforeEach: withShop(),
  render: () => <OneSubscription id="s3" onOrder={() => undefined} onClose={() => undefined} />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByRole('button', { name: s('resume') })),
};

/** None. */
export const None: StoryObj = {
  beforeEach: withShop([], []),
  render: () => <Subscriptions />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText(s('none'))),
};
