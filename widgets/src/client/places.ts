import type { PlaceDetails, Predictions } from '../contract/types.ts';
import { call } from './call.ts';

const PLACES = '/api/google-maps/places';

/** The address calls. */
export const placeCalls = {
  autocomplete: (input: string) => call<Predictions>('GET', `${PLACES}/autocomplete`, { query: { input } }),
  /** The place somebody asks from is sent with it. */
  details: (placeId: string, productPage: string, productSection: string) =>
    call<PlaceDetails>('GET', `${PLACES}/details`, { query: { placeId, productPage, productSection } }),
};
