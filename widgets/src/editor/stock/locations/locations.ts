import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '../../../contract/schema.gen.ts';
import { call } from '../../client/shop.ts';
import { moments } from '../../text/formats.ts';
import type { Row } from '../stock.ts';

type Schemas = components['schemas'];
export type Location = Schemas['StockLocation'];
export type Transfer = Schemas['StockTransfer'];
export type TransferLine = Schemas['TransferLine'];

export const LOCATIONS = '/api/commerce/desk/locations';
export const TRANSFERS = '/api/commerce/desk/transfers';
/** The first location of a shop. */
export const MAIN = 'main';

/** What `useLocations` asks for. */
export const KNOWN_LOCATIONS = queryOptions({
  queryKey: ['inventory', 'locations'],
  queryFn: () => call<Schemas['StockLocations']>('GET', LOCATIONS),
});

/**
 * The locations of the shop in the order in which stock is taken from them, archived ones too; none where everything lies at one
 * place. `undefined` until that is known.
 */
export function useLocations(): readonly Location[] | undefined {
  return useQuery(KNOWN_LOCATIONS).data?.locations;
}

export const usedOf = (locations: readonly Location[]): Location[] => locations.filter((one) => !one.isArchived);

export const placeOf = (locations: readonly Location[], id: string): string =>
  locations.find((one) => one.id === id)?.name ?? '';

/** How many of a variant lie at a location; all of them where there is none. */
export const levelOf = (row: Row, location: string): number =>
  row.locations?.find((one) => one.locationId === location)?.available ?? (location === '' ? row.available : 0);

/** The row with so many at a location, and so many more or less in all. */
export function withLevel(row: Row, location: string, available: number): Row {
  const more = available - levelOf(row, location);
  const locations = row.locations?.map((one) => (one.locationId === location ? { ...one, available } : one));
  return { ...row, available: row.available + more, ...(locations ? { locations } : {}) };
}

/** A day such as 2026-03-01 as it is written here. */
export const dayOf = (day: string): string => moments({ dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));

/** What of a line is on its way. */
export const restOf = ({ quantity, received, lost, back }: TransferLine): number => quantity - received - lost - back;
