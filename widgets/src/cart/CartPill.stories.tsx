import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { entry } from '../../mock-api/data.ts';
import { onPage } from '../test/stories.ts';
import { CartPill } from './CartPill.tsx';

const meta = { title: 'Cart/CartPill', component: CartPill } satisfies Meta<typeof CartPill>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { decorators: [onPage()] };
export const OneItem: Story = {
  decorators: [onPage([], {}, { entries: [entry()] })],
  play: async ({ canvasElement }) =>
    expect(within(canvasElement).getByRole('link')).toHaveAccessibleName('One item in cart'),
};
export const ManyItems: Story = { decorators: [onPage([], {}, { entries: [entry({ quantity: 42 })] })] };
export const MoreThanHundred: Story = {
  decorators: [onPage([], {}, { entries: [entry({ quantity: 120 })] })],
  play: async ({ canvasElement }) => expect(within(canvasElement).getByRole('link')).toHaveTextContent('100+'),
};
