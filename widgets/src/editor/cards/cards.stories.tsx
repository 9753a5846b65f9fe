import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { Codes } from './Codes.tsx';
import { GiftCards } from './GiftCards.tsx';
import { shop } from './sample.fixture.ts';
import { c } from './text.ts';

const meta: Meta = { title: 'Editor/Cards', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withShop = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(...shop());
};

/** Cards, one of them void. */
export const AllCards: StoryObj = {
  beforeEach: withShop,
  render: () => <GiftCards />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('grace@shopper.example')),
};

/** One card with what happened to it. */
export const OneCard: StoryObj = {
  beforeEach: withShop,
  render: () => <GiftCards />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('grace@shopper.example'));
    await within(canvasElement).findByText(/38\.00 USD/);
  },
};

/** A card is made. */
export const NewCard: StoryObj = {
  beforeEach: withShop,
  render: () => <GiftCards />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: c('newCard') }));
    await userEvent.click(await panel.findByRole('button', { name: c('make') }));
    await panel.findByText(c('needsReason'));
  },
};

/** Codes in every state, and a discount without one. */
export const AllCodes: StoryObj = {
  beforeEach: withShop,
  render: () => <Codes />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('SPRING')),
};

/** One code, its form and its orders. */
export const OneCode: StoryObj = {
  beforeEach: withShop,
  render: () => <Codes />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('SPRING'));
    await within(canvasElement).findByText('#1009');
  },
};
