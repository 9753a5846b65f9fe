import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { Accounting } from './Accounting.tsx';
import { shop } from './sample.fixture.ts';
import { a } from './text.ts';

const meta: Meta = { title: 'Editor/Accounting', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(...shop());
};

/** A day, exports and account numbers. */
export const Whole: StoryObj = {
  beforeEach: withShop,
  render: () => <Accounting />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await panel.findByText('PayPal', { selector: 'th' });
    await panel.findByText(a('accounts'));
  },
};

/** The accounts of a rate, and the rows of the day. */
export const Opened: StoryObj = {
  beforeEach: withShop,
  render: () => <Accounting />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await userEvent.click(await panel.findByText(a('rows', { currency: 'EUR' }), { selector: 'summary' }));
    await userEvent.click(await panel.findByText(/8400/));
    await panel.findByText('re_1');
  },
};
