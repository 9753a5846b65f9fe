import type { Meta, StoryObj } from '@storybook/react-vite';
import type { http } from 'msw';
import { within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { InboxPanel } from './Inbox.tsx';
import { inbox } from './sample.fixture.ts';

const meta: Meta = { title: 'Editor/Inbox', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const at =
  (params: Record<string, string> = {}) =>
  (context: { msw: unknown }) => {
    withServer('inbox', params)(context);
    (context.msw as Msw).use(...inbox());
  };

/** What visitors sent. */
export const All: StoryObj = {
  beforeEach: at(),
  render: () => <InboxPanel />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Well said.')),
};

/** The answers of a form, with what the staff wrote. */
export const OneAnswer: StoryObj = {
  beforeEach: at({ message: 'form/m1' }),
  render: () => <InboxPanel />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Ask the baker.')),
};

/** A comment that waits. */
export const OneComment: StoryObj = {
  beforeEach: at({ message: 'comment/m2' }),
  render: () => <InboxPanel />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText('Well said.')),
};
