import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { StockDesk } from './StockDesk.tsx';
import { COUNTS, LEDGER, ROWS, TABLE } from './sample.fixture.ts';

const meta: Meta = { title: 'Editor/Stock', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withStock = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(
    http.get('*/api/commerce/desk/stock/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/stock', () => HttpResponse.json({ variants: ROWS, nextPageCursor: null })),
    http.get('*/api/commerce/inventory/changes', () => HttpResponse.json(LEDGER)),
    http.post('*/api/commerce/desk/stock/tables', () => HttpResponse.json(TABLE)),
  );
};

/** What is counted, with how much is left. */
export const Stock: StoryObj = {
  beforeEach: withStock,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Sold out')),
};

/** One variant, to be changed, with its ledger. */
export const Change: StoryObj = {
  beforeEach: withStock,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Change the stock of Bread' }));
    await within(canvasElement).findByText(/van 7/);
  },
};

/** What a table would change. */
export const Table: StoryObj = {
  beforeEach: withStock,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => {
    const file = new File(['sku,count\nbread,12\n'], 'stock.csv', { type: 'text/csv' });
    await userEvent.upload(await within(canvasElement).findByLabelText(/Take over a table/), file);
    await within(canvasElement).findByText(/18 → 12/);
  },
};

/** What is counted in the store room. */
export const Counting: StoryObj = {
  beforeEach: withStock,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Count' }));
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Scan or search' }), 'bread{Enter}');
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Counted: Bread' }), '16');
    await canvas.findByText(/^Fewer than/);
  },
};
