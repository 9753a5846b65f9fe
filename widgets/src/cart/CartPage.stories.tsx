import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, within } from 'storybook/test';
import { entry } from '../../mock-api/data.ts';
import { onPage } from '../test/stories.ts';
import { CartPage } from './CartPage.tsx';

const two = {
  entries: [
    entry({ quantity: 2 }),
    entry({
      id: 'e2',
      itemId: 'cake',
      title: 'Almond Cake',
      chosenVariant: { sku: 'C-L-L', attributes: { Size: 'Large', Flavour: 'Lemon' } },
      purchasePriceCents: 2800,
    }),
  ],
};
const meta = { title: 'Cart/CartPage', component: CartPage } satisfies Meta<typeof CartPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = { decorators: [onPage([], {}, two)] };
export const Empty: Story = { decorators: [onPage()] };
export const AsksBeforeRemoving: Story = {
  decorators: [onPage([], {}, two)],
  play: async ({ canvasElement }) => {
    await userEvent.click((await within(canvasElement).findAllByRole('button', { name: /^Remove/ }))[0] as HTMLElement);
    await expect(await within(document.body).findByRole('alertdialog')).toHaveTextContent(
      'Remove this item from your cart?',
    );
  },
};
export const BelowMinimum: Story = {
  decorators: [onPage([], { storeSettings: { minimumOrderSubtotalCents: 9000 } }, two)],
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Checkout' }));
    await expect(canvasElement).toHaveTextContent('To check out, your order subtotal must be $90.00 or more.');
  },
};
export const Unreachable: Story = {
  decorators: [onPage()],
  beforeEach: ({ msw }) => msw.use(http.get('*/api/commerce/shopping-cart', () => HttpResponse.error())),
  play: async ({ canvasElement }) =>
    expect(await within(canvasElement).findByText('Please check your internet connection.')).toBeVisible(),
};
