import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { type Colleague, composed, mayName } from './mention.ts';

type Colleagues = components['schemas']['Colleagues'];

/** For how long it is not asked again who there is, in milliseconds. */
const FRESH = 60_000;
const ASK = {
  queryKey: ['colleagues'],
  queryFn: () => call<Colleagues>('GET', '/api/commerce/desk/colleagues'),
  staleTime: FRESH,
};

/** Those whom a note may name, once somebody is being named. */
export const useColleagues = (isAsked: boolean): readonly Colleague[] | undefined =>
  useQuery({ ...ASK, enabled: isAsked }).data?.colleagues;

/** A note as it is sent: `mentions` where it names somebody. */
type Sent = { text: string; mentions?: string[] };

/** Makes what is sent of what is typed. It rejects where it cannot be known who is named: nothing is sent half. */
export function useComposed(): (typed: string) => Promise<Sent> {
  const client = useQueryClient();
  return async (typed) => {
    if (!mayName(typed)) return { text: typed };
    const { text, mentions } = composed(typed, (await client.fetchQuery(ASK)).colleagues);
    return mentions.length > 0 ? { text, mentions } : { text: typed };
  };
}
