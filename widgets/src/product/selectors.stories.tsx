import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { cake, product } from '../../mock-api/data.ts';
import { onPage } from '../test/stories.ts';
import { ProductPrice } from './ProductPrice.tsx';
import { QuantityInput } from './QuantityInput.tsx';
import { VariantSelect } from './VariantSelect.tsx';

/** A product's choices together, as a page shows them: price, options, quantity. */
function Choices() {
  return (
    <>
      <div className="product-price">
        <ProductPrice product={cake()} markup="from $18.00" />
      </div>
      <div className="product-variants">
        <VariantSelect product={cake()} />
      </div>
      <div className="product-quantity-input">
        <QuantityInput product={product()} label="Quantity:" />
      </div>
    </>
  );
}

const meta = {
  title: 'Product/Choices',
  component: Choices,
  decorators: [onPage([cake(), product()])],
} satisfies Meta<typeof Choices>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingChosen: Story = {};

export const OnSale: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Select Size' }), 'Large');
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Select Flavour' }), 'Lemon');
    await expect(canvasElement).toHaveTextContent('$28.00');
  },
};

export const SoldOutValue: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Select Size' }), 'Small');
    await expect(canvas.getByRole('option', { name: 'Orange (sold out)' })).toBeEnabled();
  },
};
