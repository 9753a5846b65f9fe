import type { Decorator } from '@storybook/react-vite';
import { useStore } from '../../state/useStore.ts';
import type { Site } from '../client/wire.ts';
import { useSession } from '../state/context.ts';
import { $route } from '../state/route.ts';
import { bestLanguage, speak } from '../text/language.ts';
import { InEditor } from './InEditor.tsx';
import { mockSite } from './site.ts';

type Msw = { use: (...handlers: MockHandlers) => void };
type MockHandlers = ReturnType<typeof mockSite>['handlers'];

/** A story that stands in the editor of the sample site, at a place of it, on the ground that its panels lie on. */
export const inEditor =
  (site: Partial<Site> = {}): Decorator =>
  (Story) => (
    <InEditor site={site}>
      <div style={{ background: 'var(--surface)' }}>
        <Story />
      </div>
    </InEditor>
  );

/** The server of the sample site, before a story is drawn. */
export const withServer =
  (path = '', params: Record<string, string> = {}, site: Partial<Site> = {}) =>
  ({ msw }: { msw: unknown }): void => {
    (msw as Msw).use(...mockSite(site).handlers);
    $route.set({ path, params });
  };

/** The editor in another language, for one story: the next is in English again. */
export const withLanguage =
  (tag: string, before: ReturnType<typeof withServer>) =>
  async (context: { msw: unknown }): Promise<() => Promise<void>> => {
    before(context);
    await speak(bestLanguage([tag]));
    return () => speak(bestLanguage([]));
  };

/** How far saving has come: a story ends when nothing is on its way. */
export const SavedOrNot = () => <p>{useStore(useSession().$saving).is}</p>;
