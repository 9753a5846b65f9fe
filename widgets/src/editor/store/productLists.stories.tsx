import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { $looked, FIRST } from '../products/list.ts';
import { MANY } from '../table/sample.fixture.ts';
import { inEditor, withServer } from '../test/stories.tsx';
import { TEAPOT } from '../test/teapot.fixture.ts';
import { ProductLists } from './ProductLists.tsx';

const meta: Meta = { title: 'Editor/Products of the shop', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withProducts = (answer: object) => (context: { msw: unknown }) => {
  $looked.set(FIRST);
  withServer('commerce')(context);
  (context.msw as Msw).use(
    http.get('*/config/api/products', () => HttpResponse.json(answer)),
    http.get('*/api/commerce/desk/stock', () => HttpResponse.json({ variants: [] })),
  );
};
const TEA = { path: 'content/shop/teapot.json', id: 'teapot', url: '/shop/teapot', json: TEAPOT };

/** The shop has said how many there are of each. */
const counted = (canvas: HTMLElement) => waitFor(() => expect(within(canvas).queryByText('Counting…')).toBeNull());

/** Two pages of products, of which one has sizes. */
export const List: StoryObj = {
  beforeEach: withProducts({ products: [TEA, ...MANY.products.slice(0, 59)], total: 60 }),
  render: () => <ProductLists />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('1 to 50 of 60')).toBeVisible();
    await counted(canvasElement);
  },
};

/** A shop that begins. */
export const Empty: StoryObj = {
  beforeEach: withProducts({ products: [], total: 0 }),
  render: () => <ProductLists />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/^There is no product yet/);
  },
};

/** How products come from elsewhere. */
export const Import: StoryObj = {
  beforeEach: withProducts({ products: [TEA], total: 1 }),
  render: () => <ProductLists />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Teapot');
    await counted(canvasElement);
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Import' }));
    await within(document.body).findByRole('dialog');
  },
};
