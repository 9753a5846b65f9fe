import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../../test/stories.tsx';
import { StockDesk } from '../StockDesk.tsx';
import { COUNTS, LEDGER } from '../sample.fixture.ts';
import { ON_ITS_WAY, PLACES, ROWS_AT } from './sample.fixture.ts';

const meta: Meta = { title: 'Editor/Stock/Locations', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withPlaces = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(
    http.get('*/api/commerce/desk/locations', () => HttpResponse.json({ locations: PLACES })),
    http.get('*/api/commerce/desk/transfers', () =>
      HttpResponse.json({ transfers: [ON_ITS_WAY], nextPageCursor: null }),
    ),
    http.get('*/api/commerce/desk/stock/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/stock', () => HttpResponse.json({ variants: ROWS_AT, nextPageCursor: null })),
    http.get('*/api/commerce/inventory/changes', () => HttpResponse.json(LEDGER)),
  );
};

const press = async (element: HTMLElement, name: string | RegExp) =>
  userEvent.click(await within(element).findByRole('button', { name }));

/** What lies where, and the locations. */
export const AtPlaces: StoryObj = {
  beforeEach: withPlaces,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => {
    await press(canvasElement, 'Locations');
    await within(canvasElement).findByRole('button', { name: 'Rename Warehouse' });
  },
};

/** A variant, changed at one location. */
export const ChangeAt: StoryObj = {
  beforeEach: withPlaces,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => press(canvasElement, 'Change the stock of Bread'),
};

/** What is on its way, to be received. */
export const OnTheWay: StoryObj = {
  beforeEach: withPlaces,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => {
    await press(canvasElement, 'Transfers');
    await press(canvasElement, /^Show A supplier/);
  },
};

/** A new transfer. */
export const Sending: StoryObj = {
  beforeEach: withPlaces,
  render: () => <StockDesk />,
  play: async ({ canvasElement }) => {
    await press(canvasElement, 'Transfers');
    await press(canvasElement, 'New transfer');
    await userEvent.type(await within(canvasElement).findByLabelText('Add a variant'), 'bread{Enter}');
    await within(canvasElement).findByLabelText('Pieces of Bread');
  },
};
