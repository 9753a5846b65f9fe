import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { Keys } from './Keys.tsx';
import { shop } from './sample.fixture.ts';
import { k } from './text.ts';

const meta: Meta = { title: 'Editor/Keys', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withKeys = (context: { msw: unknown }) => {
  withServer('settings')(context);
  (context.msw as Msw).use(...shop());
};

/** One that holds, and one whose time is over. */
export const AllKeys: StoryObj = {
  beforeEach: withKeys,
  render: () => <Keys />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Storehouse');
  },
};

/** A new one. */
export const AnotherKey: StoryObj = {
  beforeEach: withKeys,
  render: () => <Keys />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: k('make') }));
  },
};
