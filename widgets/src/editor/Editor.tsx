import { useStore } from '@nanostores/react';
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getSite } from './client/editor.ts';
import { Shell } from './shell/Shell.tsx';
import { SessionContext, SiteContext } from './state/context.ts';
import type { Session } from './state/session.ts';
import { createSession } from './state/session.ts';
import { CannotLoad, Loading } from './ui/states.tsx';
import './ui/tokens.css';

/** Asks once more by itself, and then says so: a panel that waits for long helps nobody. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } } });

/** The editor of one site. */
export function Editor({ session: given, client: givenClient }: { session?: Session; client?: QueryClient }) {
  const [session] = useState(() => given ?? createSession());
  const [client] = useState(() => givenClient ?? newQueryClient());
  return (
    <div className="loggia-editor">
      <QueryClientProvider client={client}>
        <SessionContext.Provider value={session}>
          <WithSite session={session} />
        </SessionContext.Provider>
      </QueryClientProvider>
    </div>
  );
}

function WithSite({ session }: { session: Session }) {
  const site = useQuery({
    queryKey: ['site'],
    queryFn: async () => {
      const answer = await getSite();
      session.greet(answer);
      return answer;
    },
  });
  const client = useQueryClient();
  const changed = useStore(session.$changed);
  useEffect(() => {
    if (changed === 0) return;
    void client.invalidateQueries({ queryKey: ['site'] });
    void client.invalidateQueries({ queryKey: ['collection'] });
    void client.invalidateQueries({ queryKey: ['uploads'] });
  }, [client, changed]);
  if (site.data)
    return (
      <SiteContext.Provider value={site.data}>
        <Shell />
      </SiteContext.Provider>
    );
  return site.isError ? <CannotLoad retry={() => void site.refetch()} /> : <Loading />;
}
