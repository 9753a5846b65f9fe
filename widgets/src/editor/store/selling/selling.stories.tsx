import type { Meta, StoryObj } from '@storybook/react-vite';
import { userEvent, within } from 'storybook/test';
import { inEditor, SavedOrNot, withServer } from '../../test/stories.tsx';
import { SellingSettings } from './SellingSettings.tsx';

const meta: Meta = { title: 'Editor/Selling', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

/** A part of the settings with one entry that was just added, once it is saved. */
const adds = (part: string, ...buttons: string[]): Story => ({
  beforeEach: withServer('commerce'),
  render: () => (
    <>
      <SellingSettings part={part} />
      <SavedOrNot />
    </>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    for (const name of buttons) await userEvent.click(await canvas.findByRole('button', { name }));
    await canvas.findByText('saved', {}, { timeout: 10_000 });
  },
});

export const Delivery: Story = adds('delivery', 'Add a way of delivery', 'Add a price', 'Add collecting', 'Add a zone');
export const Taxes: Story = adds('taxes', 'Add a tax');
export const Payment: Story = adds('payment', 'Add a way of paying');
export const Checkout: Story = adds('checkout');
export const Seller: Story = adds('seller');
export const Windows: Story = {
  ...adds('delivery'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Add collecting' }));
    await userEvent.click(await canvas.findByRole('switch', { name: 'Shoppers choose a day and a time' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a closed day' }));
    await canvas.findByText('saved', {}, { timeout: 10_000 });
  },
};
export const Consent: Story = adds('consent', 'Add a host', 'Ask everybody again');
export const Safety: Story = adds('safety');
