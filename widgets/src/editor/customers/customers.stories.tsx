import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { shop } from '../books/sample.fixture.ts';
import { inEditor, withServer } from '../test/stories.tsx';
import { Customers } from './Customers.tsx';
import { k } from './text.ts';

const meta: Meta = { title: 'Editor/Customers', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(...shop());
};

/** Who bought. */
export const AllCustomers: StoryObj = {
  beforeEach: withShop,
  render: () => <Customers />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Ann Lee')),
};

/** Two who are chosen, and the groups. */
export const TheGroups: StoryObj = {
  beforeEach: withShop,
  render: () => <Customers />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: k('choose', { name: 'Ann Lee' }) }));
    await userEvent.click(canvas.getByRole('button', { name: k('groups') }));
    await userEvent.click(await canvas.findByRole('button', { name: /^Comes often/ }));
  },
};

/** One customer. */
export const One: StoryObj = {
  beforeEach: withShop,
  render: () => <Customers />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('Ann Lee'));
    await within(canvasElement).findByText('Likes rye.');
  },
};
