import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { type ReactNode, Suspense } from 'react';
import { userEvent, within } from 'storybook/test';
import { Panel } from '../panel/Panel.tsx';
import { useOpened } from '../state/context.ts';
import { inEditor, withLanguage, withServer } from '../test/stories.tsx';
import { SectionEditor } from './SectionEditor.tsx';
import { PAGE } from './sample.fixture.ts';

const meta: Meta = { title: 'Editor/Sections', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;

const PATH = 'content/about/collection.json';
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const withPage = (context: { msw: unknown }) => {
  withServer('website/pages', { file: PATH })(context);
  (context.msw as Msw).use(
    http.get('*/config/api/file', () =>
      HttpResponse.json({ path: PATH, digest: 'd1', kind: 'collection', json: PAGE }),
    ),
  );
};

function Opened({ children }: { children: ReactNode }) {
  return useOpened(PATH).is === 'ready' ? <Suspense>{children}</Suspense> : null;
}
const page = (at = '') => (
  <Panel title="About us">
    <Opened>
      <SectionEditor path={PATH} at={at} />
    </Opened>
  </Panel>
);
const openFirst = async (canvas: HTMLElement, name: RegExp) =>
  userEvent.click(await within(canvas).findByRole('row', { name }));

/** The list, with the settings of the section that is chosen. */
export const List: StoryObj = {
  beforeEach: withPage,
  render: () => page(),
  play: async ({ canvasElement }) => {
    await openFirst(canvasElement, /Hills/);
    await within(canvasElement).findByRole('region', { name: 'Hills' });
  },
};

/** The finished sections that one begins with. */
export const Gallery: StoryObj = {
  beforeEach: withPage,
  render: () => page(),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Add a section' }));
    await within(canvasElement).findByRole('button', { name: 'Questions and answers' });
  },
};

/** A block that was clicked on the page. */
export const Block: StoryObj = {
  beforeEach: withPage,
  render: () => page('/sections/0/blocks/1'),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('region', { name: 'Button: Go there' });
  },
};

/** The grid of a section, with a block that is chosen. */
export const Grid: StoryObj = {
  beforeEach: withPage,
  render: () => page(),
  play: async ({ canvasElement }) => {
    await openFirst(canvasElement, /Hills/);
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Edit the grid' }));
    (await within(canvasElement).findByRole('button', { name: /^Button: Go there/ })).focus();
    await userEvent.keyboard('{Enter}');
    await within(canvasElement).findByRole('region', { name: 'Button: Go there' });
  },
};

/** The same in German, whose words are longer. */
export const German: StoryObj = {
  beforeEach: withLanguage('de', withPage),
  render: () => page(),
  play: async ({ canvasElement }) => {
    await openFirst(canvasElement, /Hills/);
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Raster bearbeiten' }));
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Handy' }));
  },
};
