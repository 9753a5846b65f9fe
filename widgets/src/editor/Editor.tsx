import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria';
import { useStore } from '../state/useStore.ts';
import { Answers } from './client/answers.ts';
import { CallFailed } from './client/ask.ts';
import { getSite } from './client/editor.ts';
import { Confirm } from './shell/Confirm.tsx';
import { whenQuiet } from './shell/quiet.ts';
import { Shell } from './shell/Shell.tsx';
import { SessionContext, SiteContext } from './state/context.ts';
import type { Session } from './state/session.ts';
import { createSession } from './state/session.ts';
import { $language } from './text/language.ts';
import { editorLocale } from './text/text.ts';
import { CannotLoad, Loading } from './ui/states.tsx';
import './ui/tokens.css';
import { lazyPart } from './ui/lazyPart.ts';

const LogIn = lazyPart(
  () => import('./shell/LogIn.tsx').then((room) => room.LogIn),
  () => <Loading />,
);
const LogInDialog = lazyPart(() => import('./shell/LogInDialog.tsx').then((room) => room.LogInDialog));

/** Asks once more by itself, and then says so: a panel that waits for long helps nobody. */
export const newQueryClient = (): QueryClient =>
  new Answers({ defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } } });

/** The editor of one site. */
export function Editor({ session: given, client: givenClient }: { session?: Session; client?: QueryClient }) {
  const [session] = useState(() => given ?? createSession());
  const [client] = useState(() => givenClient ?? newQueryClient());
  // Another language draws everything anew, in place: what is open, typed or focused stays.
  useStore($language);
  return (
    <div className="loggia-editor">
      <I18nProvider locale={editorLocale()}>
        <QueryClientProvider client={client}>
          <SessionContext.Provider value={session}>
            <WithSite session={session} />
          </SessionContext.Provider>
        </QueryClientProvider>
      </I18nProvider>
    </div>
  );
}

function WithSite({ session }: { session: Session }) {
  const site = useQuery({
    queryKey: ['site'],
    queryFn: () => session.loadSite(getSite),
  });
  const client = useQueryClient();
  const changed = useStore(session.$changed);
  // What was made is among the lists only once the site is built with it.
  const built = useStore(session.$built);
  useEffect(() => {
    if (changed === 0 && built === 0) return;
    return whenQuiet(() => {
      void client.invalidateQueries({ queryKey: ['site'] });
      void client.invalidateQueries({ queryKey: ['collection'] });
      void client.invalidateQueries({ queryKey: ['uploads'] });
    });
  }, [client, changed, built]);
  const signedOut = useStore(session.$signedOut);
  const enter = () => {
    session.$signedOut.set(false);
    void site.refetch().then(() => session.save());
  };
  if (site.data)
    return (
      <SiteContext.Provider value={site.data}>
        <Shell />
        <Confirm />
        {signedOut ? <LogInDialog onDone={enter} /> : null}
      </SiteContext.Provider>
    );
  const { error } = site;
  if (error instanceof CallFailed && error.failure.kind === 'http' && error.failure.status === 401)
    return <LogIn onDone={enter} />;
  return site.isError ? <CannotLoad retry={() => void site.refetch()} /> : <Loading />;
}
