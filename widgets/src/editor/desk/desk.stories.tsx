import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { AddressForm } from './AddressForm.tsx';
import { AddressSums } from './AddressSums.tsx';
import { ChangesOf } from './ChangesOf.tsx';
import { CustomerNote } from './CustomerNote.tsx';
import { EditOrder } from './EditOrder.tsx';
import { EditSums } from './EditSums.tsx';
import { Exchange } from './Exchange.tsx';
import { CHANGES, ELSEWHERE, EXCHANGED, FOUND, NO_CHANGES, TOLD } from './edit.fixture.ts';
import { FilterForm } from './FilterForm.tsx';
import { FIRST } from './filter.ts';
import { Keys } from './Keys.tsx';
import { Lists } from './Lists.tsx';
import { Marks } from './Marks.tsx';
import { Mentions } from './Mentions.tsx';
import { Notes } from './Notes.tsx';
import { OrderDesk } from './OrderDesk.tsx';
import { Returns } from './Returns.tsx';
import { SavedViews } from './SavedViews.tsx';
import {
  COUNTS,
  DOLLARS,
  FAULTS,
  MARKS,
  MENTIONED,
  ONE,
  PREVIEW,
  RETURN,
  ROWS,
  VIEWS_KEPT,
  WAYS,
} from './sample.fixture.ts';
import { TrackingFile } from './TrackingFile.tsx';

const meta: Meta = { title: 'Editor/Desk', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withOrders = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(
    http.get('*/api/commerce/desk/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/views', () => HttpResponse.json({ views: VIEWS_KEPT })),
    http.get('*/api/commerce/desk/deliveries', () => HttpResponse.json(WAYS)),
    http.get('*/api/commerce/desk/carriers', () => HttpResponse.json({ carriers: ['DHL', 'UPS'] })),
    http.get('*/api/commerce/desk/orders', () =>
      HttpResponse.json({ orders: ROWS, nextCursor: null, isPartial: false, amounts: [DOLLARS] }),
    ),
    http.get('*/api/commerce/desk/mentions', () => HttpResponse.json(MENTIONED)),
    http.get('*/api/commerce/desk/selection', () => HttpResponse.json({ orders: ['o2', 'o1'], isMore: true })),
    http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json(ONE)),
    http.post('*/api/commerce/desk/tracking', () => HttpResponse.json(FAULTS)),
    http.post('*/api/commerce/orders/:id/refund-preview', () => HttpResponse.json(PREVIEW)),
    http.get('*/api/commerce/desk/orders/:id/changes', ({ params }) =>
      HttpResponse.json(params.id === 'o3' ? CHANGES : NO_CHANGES),
    ),
    http.get('*/api/commerce/desk/stock', () => HttpResponse.json(FOUND)),
    http.post('*/api/commerce/desk/orders/:id/change-preview', () => HttpResponse.json(TOLD)),
  );
};

/** The orders, with how many each list has. */
export const Orders: StoryObj = {
  beforeEach: withOrders,
  render: () => <OrderDesk />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Ann Lee')),
};

/** One order: sent in part. */
export const OneOrder: StoryObj = {
  beforeEach: withOrders,
  render: () => <OrderDesk />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('Ann Lee'));
    await within(canvasElement).findByText('Ring twice.');
  },
};

/** Why an order is worth a look: every reason, one of them looked at. */
export const WorthALook: StoryObj = {
  render: () => <Marks marks={MARKS} lookedAt={() => Promise.resolve(true)} onOpen={() => {}} />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText(/71 of 100/)),
};

/** What is refunded, and where it goes. */
export const RefundByPieces: StoryObj = {
  beforeEach: withOrders,
  render: () => <OrderDesk />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('Ann Lee'));
    const pieces = await within(canvasElement).findByRole('textbox', { name: 'Bread: refund' });
    await userEvent.clear(pieces);
    await userEvent.type(pieces, '1{Enter}');
    await within(canvasElement).findByText(/the way it was paid/);
  },
};

/** All of a list chosen, with what is printed. */
export const ManyOrders: StoryObj = {
  beforeEach: withOrders,
  render: () => <OrderDesk />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Choose all of this list' }));
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Print' }));
    await within(canvasElement).findByText('Packing slips');
  },
};

/** The keys of the list. */
export const ListOfKeys: StoryObj = { render: () => <Keys /> };

/** A file of tracking numbers with faults. */
export const TrackingWithFaults: StoryObj = {
  beforeEach: withOrders,
  render: () => <TrackingFile />,
  play: async ({ canvasElement }) => {
    const input = canvasElement.querySelector('input[type="file"]');
    if (input)
      await userEvent.upload(input as HTMLInputElement, new File(['order'], 'numbers.csv', { type: 'text/csv' }));
    await within(canvasElement).findByText(/Line 2/);
  },
};

/** Three lists with how much each has; the second is shown. */
export const ListsOfAPanel: StoryObj = {
  render: () => (
    <Lists
      label="Lists of orders"
      views={['All', 'To send', 'Sent']}
      shown="To send"
      name={(view) => `${view} ${view.length}`}
      onChoose={() => {}}
    />
  ),
};

/** Days that are the wrong way round, and a tag. */
export const FilterOfOrders: StoryObj = {
  render: () => (
    <FilterForm filter={{ ...FIRST, from: '2026-11-20', to: '2026-11-19', tag: 'gift' }} onChange={() => {}} />
  ),
};

/** A view that is being saved. */
export const SaveAView: StoryObj = {
  render: () => <SavedViews filter={{ ...FIRST, view: 'SENT', text: 'lee' }} onChoose={() => {}} />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Save this view' }));
    await within(canvasElement).findByRole('textbox', { name: 'Name of the view' });
  },
};

/** Returns of an order: one that was asked for, one whose goods are to come, one that has ended; and a new one that begins. */
export const ReturnsOfAnOrder: StoryObj = {
  beforeEach: (context) => {
    withOrders(context);
    (context.msw as Msw).use(http.post('*/api/commerce/desk/returns/:id/preview', () => HttpResponse.json(PREVIEW)));
  },
  render: () => (
    <Returns
      whole={{
        ...ONE,
        returns: [
          RETURN,
          { ...RETURN, id: 'r2', state: 'ACCEPTED', byStaff: true, note: 'She called.', answer: 'To 1 Mill Lane.' },
          { ...RETURN, id: 'r4', state: 'ACCEPTED', exchangeWaits: true },
          {
            ...RETURN,
            id: 'r3',
            state: 'REFUNDED',
            feeCents: 150,
            lines: [{ position: 0, quantity: 1, received: 1, restocked: 1, reason: 'changed-mind' }],
          },
        ],
      }}
      run={() => Promise.resolve(true)}
    />
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Begin a return' }));
    await within(canvasElement).findByText(/the way it was paid/);
  },
};

/** What an order holds is changed: a loaf less, with what that comes to. */
export const ChangeAnOrder: StoryObj = {
  beforeEach: withOrders,
  render: () => <EditOrder whole={ONE} onClose={() => {}} />,
  play: async ({ canvasElement }) => {
    const pieces = await within(canvasElement).findByRole('textbox', { name: 'Bread: pieces' });
    await userEvent.clear(pieces);
    await userEvent.type(pieces, '2{Enter}');
    await within(canvasElement).findByText('Afterwards');
  },
};

/** What a change comes to, with goods that are not there. */
export const SumsOfAChange: StoryObj = {
  render: () => <EditSums told={{ ...TOLD, isInStock: false }} amounts={DOLLARS} isLater />,
};

/** A change that was made, and one that waits to be paid. */
export const ChangesOfAnOrder: StoryObj = {
  beforeEach: withOrders,
  render: () => <ChangesOf id="o3" amounts={DOLLARS} />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Withdraw the change')),
};

/** Another address of an order. */
export const AnotherAddress: StoryObj = {
  beforeEach: withOrders,
  render: () => <AddressForm whole={{ ...ONE, parcels: [] }} onClose={() => undefined} />,
};

/** What another address comes to, where delivery and taxes cost more. */
export const AddressElsewhere: StoryObj = {
  render: () => <AddressSums told={ELSEWHERE} amounts={DOLLARS} />,
};

/** A return is exchanged for something else. */
export const ExchangeOfReturn: StoryObj = {
  beforeEach: (context: { msw: unknown }) => {
    withOrders(context);
    (context.msw as Msw).use(
      http.post('*/api/commerce/desk/orders/:id/change-preview', () => HttpResponse.json(EXCHANGED)),
    );
  },
  render: () => <Exchange whole={ONE} one={{ ...RETURN, state: 'ACCEPTED' }} onClose={() => undefined} />,
};

/** Notes that name who reads, one of them not opened yet. */
export const MentionsOfYou: StoryObj = {
  beforeEach: withOrders,
  render: () => <Mentions onOrder={() => {}} />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Mentions of you (1)' }));
  },
};

/** The notes of an order, one of which names somebody. */
export const NotesOfAnOrder: StoryObj = {
  beforeEach: withOrders,
  render: () => (
    <Notes
      whole={{
        ...ONE,
        notes: [
          ...ONE.notes,
          {
            id: 'n9',
            author: 'own@shop.example',
            text: '',
            parts: [
              { text: 'Please ask ', isMention: false, isYou: false },
              { text: '@ben@shop.example', isMention: true, isYou: false },
            ],
            createdOn: 1_790_000_090_000,
          },
        ],
      }}
      add={() => Promise.resolve(true)}
    />
  ),
};

/** What who packs an order reads of its customer. */
export const NoteOnTheCustomer: StoryObj = {
  render: () => (
    <CustomerNote
      note={{
        email: 'ann@shopper.example',
        author: 'own@shop.example',
        text: 'Allergic to nuts.',
        createdOn: 1_790_000_090_000,
      }}
      onOpen={() => {}}
    />
  ),
};
