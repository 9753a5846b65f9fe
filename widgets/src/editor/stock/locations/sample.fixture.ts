import type { Row } from '../stock.ts';
import type { Location, Transfer } from './locations.ts';

const PLACE = { isMain: false, isArchived: false, createdOn: 1_790_000_000_000 };

/** Locations as a server tells of them, for tests and stories. */
export const PLACES: Location[] = [
  { ...PLACE, id: 'main', name: 'Shop floor', isMain: true },
  { ...PLACE, id: 'ware', name: 'Warehouse' },
  { ...PLACE, id: 'van', name: 'Van', isArchived: true },
];

const ROW = { lowAt: 3, lowIsOwn: false, held: 0, unlimited: false, picture: '' };
const at = (main: number, ware: number) => [
  { locationId: 'main', available: main },
  { locationId: 'ware', available: ware },
];

/** Stock at them. */
export const ROWS_AT: Row[] = [
  {
    ...ROW,
    itemId: 'bread',
    sku: 'bread',
    title: 'Bread',
    options: '',
    available: 18,
    held: 2,
    locations: at(5, 13),
    incoming: [{ transferId: 't1', fromId: null, toId: 'ware', pieces: 24, expectedOn: '2026-03-01' }],
  },
  { ...ROW, itemId: 'cake', sku: 'cake', title: 'Cake', options: '', available: 4, locations: at(4, 0), incoming: [] },
];

const LINE = { itemId: 'bread', sku: 'bread', title: 'Bread', options: '' };

export const ON_ITS_WAY: Transfer = {
  id: 't1',
  fromId: null,
  toId: 'ware',
  state: 'ON_ITS_WAY',
  reference: 'PO 7',
  note: 'Two pallets',
  tracking: 'DHL 123',
  expectedOn: '2026-03-01',
  author: 'own@shop.example',
  createdOn: 1_790_000_000_000,
  endedOn: null,
  lines: [{ ...LINE, quantity: 30, received: 5, lost: 1, back: 0 }],
};
