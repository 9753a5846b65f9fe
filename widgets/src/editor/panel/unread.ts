import { useQuery } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { useSite } from '../state/context.ts';

/** How often the number is asked for again, in milliseconds. */
const AGAIN = 60_000;

/** How many messages nobody has read, for who may read them: the one number that the menu, Home and the inbox show. */
export function useUnread() {
  const { tools } = useSite().role;
  return useQuery({
    queryKey: ['inbox', 'counts'],
    queryFn: () => call<components['schemas']['MessageCounts']>('GET', '/api/inbox/counts'),
    enabled: tools.includes('forms') || tools.includes('moderation'),
    refetchInterval: AGAIN,
    // A site without a shop's server has no inbox, and its menu no number.
    retry: false,
  });
}
