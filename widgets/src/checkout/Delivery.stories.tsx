import type { Meta, StoryObj } from '@storybook/react-vite';
import { onPage } from '../test/stories.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { addTexts } from '../text/text.ts';
import { Delivery } from './Delivery.tsx';
import { NOWHERE } from './details.ts';

const meta = {
  title: 'Checkout/Delivery',
  component: Delivery,
  decorators: [onPage()],
  loaders: [() => addTexts(CHECKOUT_TEXTS)],
} satisfies Meta<typeof Delivery>;
export default meta;
type Story = StoryObj<typeof meta>;
const post = { id: 'post', name: 'Post', costCents: 500 };

export const Parcel: Story = { args: { option: { ...post, dates: { from: '2026-11-27', to: '2026-12-01' } } } };
export const Collected: Story = {
  args: {
    option: {
      ...post,
      pickup: {
        address: { ...NOWHERE, city: 'Port Orrin', line1: '1 Mill Lane' },
        hours: 'Tuesday to Saturday, 8 to 13',
      },
      dates: { from: '2026-11-27', to: '2026-11-27' },
    },
  },
};
/** A day and a time that were chosen. */
export const AtATime: Story = {
  args: { option: { ...post, window: { day: '2026-11-27', from: '10:00', to: '11:00' } } },
};
