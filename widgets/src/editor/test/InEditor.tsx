import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { I18nProvider, UNSAFE_PortalProvider } from 'react-aria';
import type { Site } from '../client/wire.ts';
import { newQueryClient } from '../Editor.tsx';
import { SessionContext, SiteContext } from '../state/context.ts';
import { createSession, type Session } from '../state/session.ts';
import { editorLocale } from '../text/text.ts';
import { siteAnswer } from './site.ts';
import '../ui/tokens.css';

type Props = { site?: Partial<Site>; session?: Session; client?: QueryClient; children: ReactNode };

/** A part of the editor by itself, with everything that it asks of the whole. */
export function InEditor({ site, session: given, client: givenClient, children }: Props) {
  const [session] = useState(() => given ?? createSession());
  const [client] = useState(() => givenClient ?? newQueryClient());
  // What opens over the page stands in here as well: who takes this away takes all of it.
  const layer = useRef<HTMLDivElement>(null);
  return (
    <div className="loggia-editor-layer" ref={layer}>
      <I18nProvider locale={editorLocale()}>
        <UNSAFE_PortalProvider getContainer={() => layer.current}>
          <QueryClientProvider client={client}>
            <SessionContext.Provider value={session}>
              <SiteContext.Provider value={siteAnswer(site)}>{children}</SiteContext.Provider>
            </SessionContext.Provider>
          </QueryClientProvider>
        </UNSAFE_PortalProvider>
      </I18nProvider>
    </div>
  );
}
