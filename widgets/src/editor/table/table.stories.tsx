import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { TEAPOT } from '../test/teapot.fixture.ts';
import { ProductTable } from './ProductTable.tsx';
import { MANY } from './sample.fixture.ts';

const meta: Meta = { title: 'Editor/Products in a table', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withProducts = (answer: object) => (context: { msw: unknown }) => {
  withServer('commerce', { table: 'products' })(context);
  (context.msw as Msw).use(http.get('*/config/api/products', () => HttpResponse.json(answer)));
};
const TWO = {
  products: [
    { path: 'content/shop/teapot.json', id: 'teapot', url: '/shop/teapot', json: TEAPOT },
    ...MANY.products.slice(0, 1),
  ],
  total: 2,
};

/** The shop has said how many there are. */
const isCounted = (canvas: HTMLElement) =>
  waitFor(() => expect(canvas.querySelector('[title^="The shop is asked"]')).toBeNull());

/** A product with its variants. */
export const Variants: StoryObj = {
  beforeEach: withProducts(TWO),
  render: () => <ProductTable />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Open Teapot' }));
    await within(canvasElement).findByText('TEA-L');
    await isCounted(canvasElement);
  },
};

/** The columns, to be chosen. */
export const Columns: StoryObj = {
  beforeEach: withProducts(TWO),
  render: () => <ProductTable />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Product 0');
    await isCounted(canvasElement);
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Columns' }));
  },
};

/** More products than fit the screen: rows are drawn as they come into sight. */
export const Many: StoryObj = {
  beforeEach: withProducts({ products: MANY.products.slice(0, 40), total: 40 }),
  render: () => <ProductTable />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Product 1');
    await isCounted(canvasElement);
  },
};
