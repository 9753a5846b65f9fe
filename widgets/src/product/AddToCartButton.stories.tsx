import type { Meta, StoryObj } from '@storybook/react-vite';
import { delay, HttpResponse, http } from 'msw';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { cake, field, form, giftCard, product, variant } from '../../mock-api/data.ts';
import { onPage } from '../test/stories.ts';
import { AddToCartButton } from './AddToCartButton.tsx';

const ENTRIES = '*/api/commerce/shopping-cart/entries';
const words = form({
  id: 'words',
  name: 'Words',
  buttonText: '',
  fields: [field({ id: 'text', type: 'text', title: 'Words on it', required: true })],
});
const soldOut = product({ variants: [variant({ qtyInStock: 0 })] });
const press = async (canvasElement: HTMLElement) => userEvent.click(within(canvasElement).getByRole('button'));
const dialog = () => within(document.body).findByRole('alertdialog');

const meta = {
  title: 'Product/AddToCartButton',
  component: AddToCartButton,
  args: { product: product(), label: 'Add To Cart' },
  decorators: [onPage([product(), cake(), giftCard()])],
} satisfies Meta<typeof AddToCartButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Idle: Story = {};

export const Adding: Story = {
  beforeEach: ({ msw }) => msw.use(http.post(ENTRIES, () => delay('infinite'))),
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await expect(within(canvasElement).getByRole('button')).toHaveTextContent('Adding…');
  },
};

export const Added: Story = {
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await waitFor(() => expect(within(canvasElement).getByRole('button')).toHaveTextContent('Added!'), {
      timeout: 3000,
    });
  },
};

export const Refused: Story = {
  beforeEach: ({ msw }) =>
    msw.use(
      http.post(ENTRIES, () =>
        HttpResponse.json({ error: 'Sorry, we do not have enough of that item available.' }, { status: 400 }),
      ),
    ),
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await expect(await dialog()).toHaveTextContent('Unable to Add Item');
  },
};

export const TooManyRequests: Story = {
  beforeEach: ({ msw }) => msw.use(http.post(ENTRIES, () => HttpResponse.json({}, { status: 429 }))),
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await expect(await dialog()).toHaveTextContent('Please try again in a few seconds.');
  },
};

export const OptionsUnselected: Story = {
  args: { product: cake() },
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await expect(await dialog()).toHaveTextContent('Please select the Size and Flavour options.');
  },
};

export const GiftCard: Story = {
  args: { product: giftCard(), label: 'Buy' },
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await expect(await dialog()).toHaveTextContent('Select a denomination for the Gift Card');
  },
};

export const AsksForDetails: Story = {
  decorators: [onPage([{ product: product(), additionalFieldsForm: words }])],
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await expect(await within(document.body).findByRole('dialog')).toHaveTextContent('Words on it');
  },
};

export const Subscribe: Story = { args: { product: product({ isSubscribable: true }), label: 'Subscribe' } };
export const SoldOut: Story = { args: { product: soldOut } };
