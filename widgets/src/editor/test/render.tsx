import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestHandler } from 'msw';
import type { ReactNode } from 'react';
import { server } from '../../../mock-api/server.ts';
import type { Site } from '../client/wire.ts';
import { $route } from '../state/route.ts';
import { createSession, type Session } from '../state/session.ts';
import { InEditor } from './InEditor.tsx';
import { mockSite } from './site.ts';

type Place = {
  path?: string;
  params?: Record<string, string>;
  site?: Partial<Site>;
  /** Answers of the server that are other than the sample's. */
  answers?: RequestHandler[];
  session?: Session;
};

/** Draws a part of the editor over the sample site, at a place of it. */
export function renderIn(
  part: ReactNode,
  { path = '', params = {}, site = {}, answers = [], session = createSession() }: Place = {},
) {
  const mock = mockSite(site);
  server.use(...answers, ...mock.handlers);
  $route.set({ path, params });
  const user = userEvent.setup();
  const view = render(
    <InEditor session={session} site={site}>
      {part}
    </InEditor>,
  );
  afterSession.add(() => session.stop());
  /** What the server holds of a file, once everything is saved. */
  const savedJson = async (file: string) => {
    await act(() => session.save());
    return mock.json(file);
  };
  return { ...view, user, session, mock, savedJson };
}

/** Timers of a session outlive its test otherwise. */
const afterSession = new Set<() => void>();
afterEach(() => {
  for (const stop of afterSession) stop();
  afterSession.clear();
});
