import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { Figures } from './Figures.tsx';
import { shop } from './sample.fixture.ts';
import { w } from './text.ts';

const meta: Meta = { title: 'Editor/Books', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(...shop());
};

/** Figures of two currencies, with taxes, products and carts. */
export const AllFigures: StoryObj = {
  beforeEach: withShop,
  render: () => <Figures />,
  // Each part asks by itself.
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await panel.findByText('In EUR');
    await panel.findAllByText(w('due'));
    await panel.findAllByText(w('pieces'));
    await panel.findByText(w('begun'));
  },
};
