import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { product, variant } from '../../mock-api/data.ts';
import { onPage } from '../test/stories.ts';
import { RestockForm } from './RestockForm.tsx';

const soldOut = product({ variants: [variant({ qtyInStock: 0 })] });
const meta = {
  title: 'Restock/RestockForm',
  component: RestockForm,
  args: { product: soldOut },
  decorators: [onPage([soldOut])],
} satisfies Meta<typeof RestockForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Asking: Story = {};
export const InStock: Story = { args: { product: product() }, tags: ['draws-nothing'] };
export const Blank: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Sign Up' }));
    await expect(within(canvasElement).getByText('Email cannot be blank')).toBeVisible();
  },
};
export const SignedUp: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox'), 'ada@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Sign Up' }));
    await expect(await canvas.findByText('Signed up!')).toBeVisible();
  },
};
